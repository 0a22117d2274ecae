import ByteText

/// What needs to be changed if a case passes that should not.
enum ProbeTopic: String, CaseIterable {
    /// The authority that is checked, and the one that is forwarded.
    case authority
    /// The path that is checked, and the one that is forwarded.
    case path
    /// The fields in which proxies describe a request to Demarc.
    case fields
    /// The fields of the answer, which the site may trust.
    case answers
    /// The query of the request, as opposed to the query of the question.
    case query
    /// The end of a request.
    case framing
    case limits
    case tunnels
    case upgrade
    /// What happens to a request that Demarc denies. No case is about it.
    case denials
    /// Nothing in particular.
    case other
}

/// One case of the corpus, in the format of the table in `Tests/Hosts`.
struct ProbeCase: Equatable {
    var name: String
    var topic: ProbeTopic
    /// The bytes, in the escapes of the table: `\r \n \t \0 \\ \xNN`, and `\(a*100)` for a hundred times `a`.
    var text: String
    /// Fields for which no value from the client may reach the site.
    var stripped: [String] = []
    /// The number of answers.
    var answers = 1

    /// The names that replace those of the corpus.
    struct Names: Equatable {
        /// A host that the policy allows.
        var allowed = "good.test"
        /// A host that the policy blocks.
        var blocked = "evil.test"
        /// A host that is neither.
        var other = "other.test"
        /// The port of the site behind the proxy.
        var site: UInt16 = 0
        /// Whether targets are sent in absolute-form, as to a forward proxy.
        var isForward = false
    }

    /// The bytes of the case with a marker after the first line, and with these hosts in place of those of the corpus.
    func bytes(number: Int, names: Names) -> [UInt8] {
        var text = Self.replacingOrigins(text, names)
        // Hosts with a percent-encoded first letter, which some software decodes.
        for (host, name) in [("%67ood.test", names.allowed), ("%65vil.test", names.blocked)] {
            guard let first = name.utf8.first else { continue }
            text = text.replacing(host, with: "%\(Hexadecimal.upperText(of: first))\(name.dropFirst())")
        }
        text = text.replacing("{site}", with: String(names.site))
        text = text.replacing("good.test", with: names.allowed)
        text = text.replacing("evil.test", with: names.blocked)
        text = text.replacing("other.test", with: names.other)
        return Self.marked(ProbeEscapes.bytes(of: text), number)
    }

    /// `{origin}` and `{origin HOST}` are empty for a reverse proxy, and the prefix of an absolute URL for a forward
    /// proxy.
    private static func replacingOrigins(_ text: String, _ names: Names) -> String {
        text.replacing(/\{origin(?: ([^}]+))?\}/) { match in
            names.isForward ? "http://\(match.output.1.map(String.init) ?? "good.test")" : ""
        }
    }

    /// Inserts the marker after the first line, whatever its line ending; HTTP/0.9 has no place for it.
    private static func marked(_ bytes: [UInt8], _ number: Int) -> [UInt8] {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return bytes }
        guard String(decoding: bytes[..<end], as: UTF8.self).contains("HTTP/1.") else { return bytes }
        let ending = bytes[..<end].last == UInt8(ascii: "\r") ? "\r\n" : "\n"
        return bytes[...end] + Array("X-Demarc-Probe: \(number)\(ending)".utf8) + bytes[(end + 1)...]
    }
}

/// Readable escapes for bytes, in the corpus and in reports.
enum ProbeEscapes {
    /// The bytes of a text with escapes; anything else stands for itself.
    static func bytes(of text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let next = rest.popFirst() else {
                bytes.append(byte)
                continue
            }
            switch next {
            case UInt8(ascii: "r"): bytes.append(13)
            case UInt8(ascii: "n"): bytes.append(10)
            case UInt8(ascii: "t"): bytes.append(9)
            case UInt8(ascii: "0"): bytes.append(0)
            case UInt8(ascii: "x"):
                bytes.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) ?? UInt8(ascii: "?"))
                rest = rest.dropFirst(2)
            case UInt8(ascii: "("):
                let group = rest.prefix { $0 != UInt8(ascii: ")") }
                rest = rest.dropFirst(group.count + 1)
                guard let star = group.lastIndex(of: UInt8(ascii: "*")) else { continue }
                let count = Int(String(decoding: group[(star + 1)...], as: UTF8.self)) ?? 0
                for _ in 0..<min(max(count, 0), 1 << 20) { bytes += group[..<star] }
            default: bytes.append(next)
            }
        }
        return bytes
    }

    /// The text for some bytes, truncated at a length that is still useful to a reader.
    static func text(of bytes: [UInt8]) -> String {
        var text = ""
        for byte in bytes {
            if text.utf8.count >= 2_000 { return text + "…" }
            switch byte {
            case 13: text += "\\r"
            case 10: text += "\\n"
            case 9: text += "\\t"
            case UInt8(ascii: "\\"): text += "\\\\"
            case 0x20..<0x7F: text.unicodeScalars.append(Unicode.Scalar(byte))
            default: text += "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }
        return text
    }
}
