import URLMatching

/// The texts of canonical URLs as rules see them: without credentials, fragment and trailing dots of the host.
///
/// Every such URL has the shape. A few texts with the shape are not canonical, such as a label in Punycode that decodes
/// to nothing, so a text that a search finds must still be parsed.
package enum CanonicalURLShape: CaseIterable {
    /// `https` and `http` URLs whose host contains a dot, without a port: the most familiar form.
    case web
    /// URLs of the special schemes.
    case special
    /// Every URL.
    case every

    /// The automaton of the shape.
    package var automaton: ByteAutomaton? {
        switch self {
        case .web: Self.webAutomaton
        case .special: Self.specialAutomaton
        case .every: Self.everyAutomaton
        }
    }

    /// Path segments that the parser removes: `/./`, `/../`, and the same with `%2e`.
    package static let dotSegments: ByteAutomaton? = reading(
        #"^[a-z][a-z0-9+.-]*://[^/?]*(?:/[^?]*)?/(?:\.|%2[eE]){1,2}(?:[/?]|$)"#,
        .anywhere
    )

    /// Addresses that have the shape, but not the form in which rules see them: those with dots at the end, of which the
    /// host parser drops one and the matching form the others, and IPv6 addresses that map an IPv4 address, in whose
    /// place rules see that address.
    package static let unseenAddresses: ByteAutomaton? = reading(
        "^(?:(?:https?|wss?|ftp|file)://(?:\(legacyAddress))\\.+[:/]"
            + #"|[a-z][a-z0-9+.-]*://\[::ffff:[0-9a-f]+:[0-9a-f]+\])"#,
        .anywhere
    )

    private static let webAutomaton = reading("https?://(?:\(label)+\\.)+\(lastLabel)/\(path)*(?:\\?\(query)*)?")
    private static let specialAutomaton = reading(specialURL)
    private static let everyAutomaton = reading("\(specialURL)|\(fileURL)|\(otherScheme):\(otherRest)")

    /// Builds an automaton from one of the built-in expressions.
    static func reading(_ pattern: String, _ extent: ByteAutomaton.Extent = .whole) -> ByteAutomaton? {
        RegexTree(pattern).flatMap { ByteAutomaton($0.root, extent) }
    }

    // MARK: Parts

    /// The characters of a domain label: everything except the [forbidden domain code
    /// points](https://url.spec.whatwg.org/#forbidden-domain-code-point), in lower case.
    private static let label = #"[!"$&-,;=_`{}~0-9a-z-]"#
    /// The same without digits, without digits and `x`, and without hexadecimal digits.
    private static let nonDigit = #"[!"$&-,;=_`{}~a-z-]"#
    private static let nonDigitNorX = #"[!"$&-,;=_`{}~a-wyz-]"#
    private static let nonHexadecimal = #"[!"$&-,;=_`{}~g-z-]"#

    /// The last label. If it were a number, the host would be [an
    /// address](https://url.spec.whatwg.org/#ends-in-a-number-checker).
    private static let lastLabel =
        "(?:\(nonDigit)\(label)*|[1-9][0-9]*\(nonDigit)\(label)*"
        + "|0(?:[0-9]+\(nonDigit)|\(nonDigitNorX)|x[0-9a-f]*\(nonHexadecimal))\(label)*)"

    private static let octet = "(?:[0-9]|[1-9][0-9]|1[0-9][0-9]|2[0-4][0-9]|25[0-5])"
    /// Most of what the [IPv4 parser](https://url.spec.whatwg.org/#concept-ipv4-parser) reads as an address: up to four
    /// numbers, of which the last fills the rest of the address.
    private static let legacyAddress =
        "(?:\(octetInAnyBase)\\.){0,3}\(octetInAnyBase)|[1-9][0-9]{0,8}|\(octetInAnyBase)\\.[1-9][0-9]{0,6}"
        + "|(?:\(octetInAnyBase)\\.){2}[1-9][0-9]{0,3}"
    private static let octetInAnyBase = "(?:\(octet)|0[0-7]{1,2}|0x[0-9a-f]{0,2})"
    private static let address = #"(?:\#(octet)\.){3}\#(octet)|\[(?:::[0-9a-f:]*|[0-9a-f]+:[0-9a-f:]*)\]"#
    /// A trailing dot remains if the text would not be a host without it: after a number, unless that completes an
    /// address, and if there is nothing else.
    private static let dotted = "(?:\(label)*\\.)*(?:[0-9]+|0x[0-9a-f]*)\\.+|\\."
    private static let host = "(?:(?:\(label)*\\.)*\(lastLabel)|\(dotted)|\(address))"

    private static let path = #"[!$-;=@-\[\]_a-z|~]"#
    private static let query = #"[!$-&(-;=?-~]"#
    private static let tail = "/\(path)*(?:\\?\(query)*)?"

    private static let specialURL =
        [("https", "443"), ("http", "80"), ("wss", "443"), ("ws", "80"), ("ftp", "21")]
        .map { scheme, port in "\(scheme)://\(host)(?::\(otherPort(than: port)))?\(tail)" }
        .joined(separator: "|")

    private static let fileURL = "file://(?:\(host))?\(tail)"

    /// A port from 0 to 65535 other than the scheme's default.
    private static func otherPort(than own: String) -> String {
        let large = "[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5]"
        let longer = "\(own)[0-9]{1,\(4 - own.count)}"
        var others = ["0", longer]
        for (position, digit) in own.enumerated() {
            let known = own.prefix(position)
            if position > 0 { others.append(String(known)) }
            let digits = "0123456789".filter { $0 != digit && (position > 0 || $0 != "0") }
            others.append("\(known)[\(digits)][0-9]{0,\(3 - position)}")
        }
        return "(?:\(large)|\(others.joined(separator: "|")))"
    }

    /// Every printable character except `#`, which begins the fragment.
    private static let otherText = "[\\x20-\\x22\\x24-\\x7e]"

    /// What follows a non-special scheme: an opaque host without credentials, or no host.
    private static let otherRest = "(?://[^/?#@<>^| ]*(?:[/?]\(otherText)*)?|(?:/?[^/#]\(otherText)*|/)?)"

    /// A non-special scheme: it leaves the prefix tree of the special schemes, or ends inside it.
    private static let otherScheme: String = {
        let special = ["https", "http", "wss", "ws", "ftp", "file"]
        let rest = "[a-z0-9+.-]*"
        let letters = (UInt8(ascii: "a")...UInt8(ascii: "z")).map { String(UnicodeScalar($0)) }
        func after(_ known: String) -> [String] {
            let nexts = Set(
                special.filter { $0.hasPrefix(known) && $0 != known }.map { $0.dropFirst(known.count).prefix(1) }
            )
            let members = (known.isEmpty ? letters : letters + "0123456789+.-".map(String.init))
                .filter { member in !nexts.contains { $0 == member } }
            var all = ["\(known)[\(members.joined())]\(rest)"]
            if !known.isEmpty, !special.contains(known) { all.append(known) }
            for next in nexts.sorted() { all += after(known + next) }
            return all
        }
        return "(?:\(after("").joined(separator: "|")))"
    }()
}
