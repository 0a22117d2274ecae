import Diagnostics
import DocumentReading
import PolicyFiles
import PolicyModel

/// Readers of single values. Each reports what is wrong and returns nil.
extension ServerReading {
    /// A file that the configuration names.
    func file(_ node: DocumentNode) -> ServerConfiguration.NamedFile? {
        guard let text = reading.name(node) else { return nil }
        return ServerConfiguration.NamedFile(
            path: PathText.resolve(text, besides: path),
            place: reading.range(of: node.place)
        )
    }

    /// A size, such as `64KiB`; a plain number is in bytes.
    func size(_ node: DocumentNode, in range: ClosedRange<Int>) -> Int? {
        let units = [("KiB", 1 << 10), ("MiB", 1 << 20), ("B", 1), ("", 1)]
        guard let text = reading.text(node) else { return nil }
        guard let (number, unit) = quantity(text, units) else {
            reading.report(
                .unknownValue,
                "`\(Quoted.word(text))` is not a size",
                at: node.place,
                help: "write a number with `KiB` or `MiB`, such as `64KiB`"
            )
            return nil
        }
        let (bytes, overflows) = number.multipliedReportingOverflow(by: unit)
        guard !overflows, range.contains(bytes) else {
            reading.report(
                .outOfRange,
                "`\(Quoted.word(text))` is not between \(Quoted.size(range.lowerBound)) and \(Quoted.size(range.upperBound))",
                at: node.place
            )
            return nil
        }
        return bytes
    }

    /// A duration, such as `5s`, `500ms` or `PT24H`, within bounds in milliseconds.
    func duration(_ node: DocumentNode, in range: ClosedRange<Int>) -> Duration? {
        let units = [("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000)]
        guard let text = reading.text(node) else { return nil }
        let milliseconds: Int
        if let length = PolicyDuration(text) {
            milliseconds = length.seconds.multipliedReportingOverflow(by: 1_000).partialValue
        } else if let (number, unit) = quantity(text, units) {
            let (product, overflows) = number.multipliedReportingOverflow(by: unit)
            milliseconds = overflows ? .max : product
        } else {
            reading.report(
                .unknownValue,
                "`\(Quoted.word(text))` is not a time",
                at: node.place,
                help: "write a number with `ms`, `s`, `m`, `h` or `d`, or a length such as `PT24H`"
            )
            return nil
        }
        guard range.contains(milliseconds) else {
            reading.report(
                .outOfRange,
                "`\(Quoted.word(text))` is not between \(name(range.lowerBound)) and \(name(range.upperBound))",
                at: node.place
            )
            return nil
        }
        return .milliseconds(milliseconds)
    }

    private func name(_ milliseconds: Int) -> String {
        let units = [("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000)]
        for (name, length) in units where milliseconds >= length && milliseconds % length == 0 {
            return "\(milliseconds / length)\(name)"
        }
        return "\(milliseconds)ms"
    }

    /// A number of up to nine digits, and the factor of the unit that follows.
    private func quantity(_ text: String, _ units: [(name: String, factor: Int)]) -> (Int, Int)? {
        let digits = text.utf8.prefix { (0x30...0x39).contains($0) }
        guard (1...9).contains(digits.count), let number = Int(Substring(digits)) else { return nil }
        let rest = text.dropFirst(digits.count)
        return units.first { $0.name == rest }.map { (number, $0.factor) }
    }

    /// A fraction from 0 to 1.
    func rate(_ node: DocumentNode) -> Double? {
        guard let number = reading.number(node) else { return nil }
        guard number <= 1 else {
            reading.report(.outOfRange, "a rate is between 0 and 1", at: node.place)
            return nil
        }
        return number
    }

    /// An `https` or `http` URL to which a path can be appended.
    func base(_ node: DocumentNode) -> String? {
        guard let text = reading.name(node) else { return nil }
        let isWeb = ["https://", "http://"].contains { text.lowercased().hasPrefix($0) && text.count > $0.count }
        guard isWeb, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"\"'<>?#\\".utf8.contains($0) }) else {
            reading.report(
                .invalidURL,
                "`\(Quoted.word(text))` is not a valid base address for pages",
                at: node.place,
                help: "write it like `https://demarc.example/`"
            )
            return nil
        }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }

    /// Reports a problem that is detected after reading.
    func report(_ code: FindingCode, _ message: String, at places: [SourceRange], help: String) {
        reading.add(Diagnostic(code: code.rawValue, message: message, places: places, help: help))
    }
}
