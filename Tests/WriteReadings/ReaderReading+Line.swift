import Foundation
import PolicyAnalysis

extension ReaderReading {
    /// The reading as `Tests/Readers/real.py` writes one.
    var line: String {
        [
            scheme.hexadecimal, host.hexadecimal, port.map(String.init) ?? "-", path.hexadecimal,
            query.map(\.hexadecimal) ?? "-",
        ]
        .joined(separator: ",")
    }

    /// What Foundation's `URL` makes of a text; nil where it makes none.
    init?(foundation text: String) {
        guard let url = URL(string: text) else { return nil }
        self.init(
            scheme: url.scheme ?? "",
            host: url.host(percentEncoded: false) ?? "",
            port: url.port,
            path: url.path(percentEncoded: true),
            query: url.query(percentEncoded: true)
        )
    }
}

extension [UInt8] {
    var hexadecimal: String {
        String(decoding: flatMap { [Self.digits[Int($0 >> 4)], Self.digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    private static let digits = Array("0123456789abcdef".utf8)

    /// The bytes of hexadecimal digits; what is none counts as 0.
    init(hexadecimal text: String) {
        let values = text.utf8.map { UInt8(String(UnicodeScalar($0)), radix: 16) ?? 0 }
        self = stride(from: 0, to: values.count - 1, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }
}
