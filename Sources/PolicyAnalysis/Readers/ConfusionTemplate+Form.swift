import ByteText

extension ConfusionTemplate {
    /// The form in which a part of a URL is written.
    enum Form: String, CaseIterable, Hashable, Sendable {
        /// In capital letters.
        case upper
        /// The first letter or digit percent-encoded.
        case encoded
        /// The first letter or digit percent-encoded, with its `%` encoded again.
        case encodedTwice
        /// Dots as `%2e`.
        case encodedDots
        /// Dots as `%252e`, which is `%2e` with its `%` encoded again.
        case encodedDotsTwice
        /// Slashes after the first character as `%2f`.
        case encodedSlashes
        /// Slashes as backslashes.
        case backslashes
        /// Slashes as `%5c`, which is an encoded backslash.
        case encodedBackslashes
        /// A semicolon before each slash.
        case semicolons
        /// Slashes doubled.
        case doubled
        /// A parameter after each segment.
        case parameters
        /// Letters and digits in their full width.
        case fullWidth
        /// Dots as ideographic full stops.
        case ideographicDots
        /// Dots in their full width.
        case fullWidthDots
        /// With a soft hyphen, which IDNA mapping removes.
        case softHyphen
        /// The first `ss` as `ß`.
        case sharpS
        /// An IPv4 address with its first number in hexadecimal.
        case hexadecimal
        /// An IPv4 address with its first number in octal.
        case octal
        /// An IPv4 address of two parts.
        case short
        /// An IPv4 address as one number.
        case number
        /// An IPv4 address mapped into IPv6.
        case mapped
        /// An IPv4 address with 256 added to its first number.
        case overflowing
        /// An IPv6 address with a zone, encoded as in RFC 6874.
        case encodedZone
        /// An IPv6 address with a zone.
        case zone
        /// An IPv6 address with its first piece padded with zeros.
        case zeros

        /// The part in this form, or nil if it cannot be written in this form.
        func written(_ part: String) -> String? {
            switch self {
            case .upper: Self.changed(part, part.uppercased())
            case .encoded: Self.encodingFirst(of: part, percent: "%")
            case .encodedTwice: Self.encodingFirst(of: part, percent: "%25")
            case .encodedDots: Self.changed(part, part.replacing(".", with: "%2e"))
            case .encodedDotsTwice: Self.changed(part, part.replacing(".", with: "%252e"))
            case .encodedSlashes: Self.changed(part, part.prefix(1) + part.dropFirst().replacing("/", with: "%2f"))
            case .backslashes: Self.changed(part, part.replacing("/", with: "\\"))
            case .encodedBackslashes: Self.changed(part, part.replacing("/", with: "%5c"))
            case .semicolons: Self.changed(part, part.replacing("/", with: ";/"))
            case .doubled: Self.changed(part, part.replacing("/", with: "//"))
            case .parameters: part == "/" ? nil : "\(part.replacing("/", with: ";x=1/").dropFirst(4));x=1"
            case .fullWidth: Self.changed(part, Self.fullWidth(part))
            case .ideographicDots: Self.changed(part, part.replacing(".", with: "\u{3002}"))
            case .fullWidthDots: Self.changed(part, part.replacing(".", with: "\u{FF0E}"))
            case .softHyphen: Self.isName(part) ? part.prefix(1) + "\u{AD}" + part.dropFirst() : nil
            case .sharpS: Self.changed(part, part.replacing("ss", with: "ß", maxReplacements: 1))
            case .hexadecimal: Self.numbers(part).map { "0x\(String($0[0], radix: 16)).\(Self.rest($0))" }
            case .octal: Self.numbers(part).map { "0\(String($0[0], radix: 8)).\(Self.rest($0))" }
            case .short: Self.numbers(part).map { "\($0[0]).\($0[1] << 16 | $0[2] << 8 | $0[3])" }
            case .number: Self.numbers(part).map { "\($0.reduce(0) { $0 << 8 | $1 })" }
            case .mapped: Self.numbers(part).map { _ in "[::ffff:\(part)]" }
            case .overflowing: Self.numbers(part).map { "\($0[0] + 256).\(Self.rest($0))" }
            case .encodedZone: part.hasSuffix("]") ? part.dropLast() + "%25eth0]" : nil
            case .zone: part.hasSuffix("]") ? part.dropLast() + "%eth0]" : nil
            case .zeros: part.hasPrefix("[") && !part.hasPrefix("[:") ? "[0" + part.dropFirst() : nil
            }
        }

        private static func changed(_ part: String, _ written: some StringProtocol) -> String? {
            part == written ? nil : String(written)
        }

        private static func encodingFirst(of part: String, percent: String) -> String? {
            guard !part.hasPrefix("["),
                let place = part.utf8.firstIndex(where: \.isASCIIAlphanumeric)
            else { return nil }
            let digits = Hexadecimal.text(of: [part.utf8[place]])
            return part[..<place] + percent + digits + part[part.utf8.index(after: place)...]
        }

        private static func isName(_ part: String) -> Bool { part.utf8.first?.isASCIILetter == true }

        private static func fullWidth(_ part: String) -> String {
            guard isName(part) || part.utf8.first?.isASCIIDigit == true else { return part }
            var text = ""
            for scalar in part.unicodeScalars {
                let isPlain = scalar.isASCII && UInt8(ascii: scalar).isASCIIAlphanumeric
                text.unicodeScalars.append(isPlain ? Unicode.Scalar(scalar.value + 0xFEE0) ?? scalar : scalar)
            }
            return text
        }

        /// The numbers of an IPv4 address.
        private static func numbers(_ part: String) -> [Int]? {
            let numbers = part.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
            guard numbers.count == 4 else { return nil }
            let known = numbers.compactMap(\.self)
            return known.count == 4 && known.allSatisfy((0...255).contains) ? known : nil
        }

        private static func rest(_ numbers: [Int]) -> String {
            numbers.dropFirst().map(String.init).joined(separator: ".")
        }
    }
}
