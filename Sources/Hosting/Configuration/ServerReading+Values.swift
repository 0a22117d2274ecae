import ByteText
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
        guard let text = reading.text(node) else { return nil }
        guard let (number, unit) = quantity(text, ServerUnit.sizes) else {
            reading.report(
                .unknownValue,
                "`\(Quoted.word(text))` is not a size",
                at: node.place,
                help: "write a number with `KiB` or `MiB`, such as `64KiB`"
            )
            return nil
        }
        let bytes = number * unit
        guard range.contains(bytes) else {
            reading.report(
                .outOfRange,
                "`\(Quoted.word(text))` is not between \(ServerUnit.size(range.lowerBound)) and "
                    + ServerUnit.size(range.upperBound),
                at: node.place
            )
            return nil
        }
        return bytes
    }

    /// A duration, such as `5s`, `500ms` or `PT24H`, within bounds in milliseconds.
    func duration(_ node: DocumentNode, in range: ClosedRange<Int>) -> Duration? {
        guard let text = reading.text(node) else { return nil }
        let milliseconds: Int
        if let length = PolicyDuration(text) {
            milliseconds = length.seconds.multipliedReportingOverflow(by: 1_000).partialValue
        } else if let (number, unit) = quantity(text, ServerUnit.times) {
            milliseconds = number * unit
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
                "`\(Quoted.word(text))` is not between \(ServerUnit.time(range.lowerBound)) and "
                    + ServerUnit.time(range.upperBound),
                at: node.place
            )
            return nil
        }
        return .milliseconds(milliseconds)
    }

    /// A number of up to nine digits, and the factor of the unit that follows. Their product cannot overflow.
    private func quantity(_ text: String, _ units: [ServerUnit]) -> (Int, Int)? {
        let digits = text.utf8.prefix(while: \.isASCIIDigit)
        guard (1...9).contains(digits.count), let number = Int(Substring(digits)) else { return nil }
        // By position, because the last digit and a combining mark after it are one character.
        let rest = text[digits.endIndex...]
        return units.first { $0.name == rest }.map { (number, $0.factor) }
    }

    /// A fraction from 0 to 1.
    func rate(_ node: DocumentNode) -> Double? {
        guard let number = reading.number(node) else { return nil }
        guard number <= Double(LogConfiguration.highestRate) else {
            reading.report(.outOfRange, "a rate is between 0 and \(LogConfiguration.highestRate)", at: node.place)
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

/// A unit of a size or a time, as the configuration writes it.
struct ServerUnit {
    let name: String
    /// How many bytes or milliseconds it is.
    let factor: Int

    private init(_ name: String, _ factor: Int) { (self.name, self.factor) = (name, factor) }

    /// The units of sizes. A number without a unit is in bytes.
    static let sizes = [Self("", 1), Self("B", 1), Self("KiB", 1 << 10), Self("MiB", 1 << 20)]
    /// The units of times.
    static let times = [
        Self("ms", 1), Self("s", 1_000), Self("m", 60_000), Self("h", 3_600_000), Self("d", 86_400_000),
    ]

    /// A size as the configuration writes it, for messages and tables.
    static func size(_ bytes: Int) -> String { text(of: bytes, in: sizes) }

    /// A time as the configuration writes it.
    static func time(_ milliseconds: Int) -> String { text(of: milliseconds, in: times) }

    private static func text(of value: Int, in units: [Self]) -> String {
        let largest = units.last { value >= $0.factor && value.isMultiple(of: $0.factor) }
        return largest.map { "\(value / $0.factor)\($0.name)" } ?? "\(value)"
    }
}
