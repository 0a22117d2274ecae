import ByteText
import URLStandard

/// Names of hosts in ASCII form, as [ada](https://github.com/ada-url/ada) 2.9 converts them for Node.js 20.
///
/// The rules are those of [UTS #46](https://www.unicode.org/reports/tr46/), without CheckHyphens, VerifyDnsLength and
/// STD3 rules. ada checks each label for itself, the bidi rule too. It also decodes the labels of a name that is
/// already ASCII, accepts Punycode that decodes to ASCII, and keeps controls.
enum NodeDomain {
    private static let prefix = "xn--"
    /// A label that is appended, because the conversion returns no empty domain.
    private static let suffix = ".a"
    /// The characters that separate labels.
    private static let dots: Set<Unicode.Scalar> = [".", "\u{3002}", "\u{FF0E}", "\u{FF61}"]

    /// The name in ASCII form and lower case, or nil if it is invalid.
    static func ascii(_ name: String) -> [UInt8]? {
        var labels: [[UInt8]] = []
        for label in name.unicodeScalars.split(omittingEmptySubsequences: false, whereSeparator: dots.contains) {
            guard let ascii = ascii(label: Array(String(label).utf8)) else { return nil }
            labels.append(ascii)
        }
        // Node.js reads the result as a C string.
        return Array(labels.joined(separator: ".".utf8).prefix { $0 != 0 })
    }

    private static func ascii(label: [UInt8]) -> [UInt8]? {
        if label.allSatisfy({ $0 < 0x80 }) {
            let lower = label.map(\.asciiLowercased)
            guard lower.begins(with: prefix), !isPunycodeOfASCII(lower) else { return lower }
        }
        if let ascii = converted(label) { return ascii }
        // The conversion rejects Punycode of ASCII. A letter before it prevents that it is decoded.
        guard let mapped = converted([UInt8(ascii: "a")] + label)?.dropFirst(), isPunycodeOfASCII(Array(mapped)) else {
            return nil
        }
        return Array(mapped)
    }

    /// Whether a label is Punycode that ends with its delimiter. The labels `xn--` and `xn---` encode nothing.
    private static func isPunycodeOfASCII(_ label: [UInt8]) -> Bool {
        label.begins(with: prefix) && label.last == UInt8(ascii: "-") && label.count > prefix.utf8.count + 1
    }

    private static func converted(_ label: [UInt8]) -> [UInt8]? {
        let domain = label + Array(suffix.utf8)
        return try? DomainToASCII.unicodeToASCII(domain.span, refusingAnyError: false).dropLast(suffix.utf8.count)
    }
}
