import URLStandard

/// Counts the differences between two parsers, with their reasons.
struct Comparison: ~Copyable {
    private(set) var count = 0
    /// Inputs on which the two differ for a reason other than Unicode's version.
    private(set) var differences = 0
    private var accepted = 0
    /// Code points that the installed ICU refuses on their own, and the number of hosts that they invalidated.
    private var refusedCodePoints: [Unicode.Scalar: Int] = [:]
    /// Hosts that the other parser accepts and UTS #46 forbids, by the rule's name in ada.py.
    private var forbidden: [String: Int] = [:]
    private var url = URLRecord()

    /// Compares one line of ada.py.
    mutating func compare(_ line: String) {
        count += 1
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
        guard fields.count == 3 || fields.count == 11, let input = bytes(fields[0]) else {
            return report("malformed line \(line)")
        }
        let isParsed = parse(input, base: fields[1])
        guard fields.count == 11 else {
            if isParsed { report("accepted \(text(input)) base \(text(bytes(fields[1]) ?? [])): \(url.hrefString)") }
            return
        }
        guard isParsed else {
            if fields[10] != "-" {
                forbidden[String(fields[10]), default: 0] += 1
            } else if let reason = newCodePoint(in: input) {
                refusedCodePoints[reason, default: 0] += 1
            } else {
                report("refused \(text(input)) base \(text(bytes(fields[1]) ?? [])): not \(fields[2])")
            }
            return
        }
        accepted += 1
        let components = components
        if components != fields[2..<10].map(String.init) {
            report("\(text(input)) base \(text(bytes(fields[1]) ?? [])): \(components), not \(fields[2..<10])")
        }
        // The serialized form is the same URL.
        let href = url.hrefString
        if URLRecord(href)?.hrefString != href { report("not idempotent: \(href)") }
    }

    /// The outcome in words.
    var report: String {
        let refused = refusedCodePoints.values.reduce(0, +)
        let names = refusedCodePoints.sorted { $0.key < $1.key }.map { scalar, count in
            "U+\(String(scalar.value, radix: 16, uppercase: true))×\(count)"
        }
        let rules = forbidden.sorted { $0.key < $1.key }.map { "\($0.key)×\($0.value)" }
        return """
            \(count) inputs, \(accepted) accepted by both, \(differences) differences
            hosts that ada accepts against a rule of UTS #46: \(rules.joined(separator: " "))
            \(refused) hosts refused for code points that the installed ICU does not map as ada does: \
            \(names.joined(separator: " "))
            """
    }

    private mutating func parse(_ input: [UInt8], base: Substring) -> Bool {
        do {
            if base == "-" {
                try url.parse(input.span)
            } else {
                let baseBytes = bytes(base) ?? []
                let base = try URLRecord(parsing: baseBytes.span)
                try url.parse(input.span, base: base)
            }
            return true
        } catch {
            return false
        }
    }

    /// The values of the getters of the standard's URL class.
    private var components: [String] {
        let port = url.port.map(String.init) ?? ""
        return [
            url.hrefString, url.hostString, port, text(url.path), url.query.isEmpty ? "" : "?" + text(url.query),
            url.fragment.isEmpty ? "" : "#" + text(url.fragment), text(url.username), text(url.password),
        ]
    }

    private mutating func report(_ difference: String) {
        differences += 1
        guard differences <= 200 else { return }
        print(difference)
    }

    /// A code point of the host, percent-encoded or not, that makes any host invalid.
    private func newCodePoint(in input: [UInt8]) -> Unicode.Scalar? {
        let decoded = String(decoding: percentDecoded(host(of: input)), as: UTF8.self)
        return decoded.unicodeScalars.first { scalar in
            // In a left-to-right label, in a right-to-left label, and alone, because marks and digits have their own
            // rules; the joiners' rules forbid them in all of these.
            let labels = ["a\(scalar)a", "\u{5D0}\(scalar)\u{5D0}", "\(scalar)"]
            return !scalar.isASCII && scalar != "\u{FFFD}" && scalar != "\u{200C}" && scalar != "\u{200D}"
                && labels.allSatisfy { URLRecord("https://\($0)/") == nil }
        }
    }

    /// The approximate host: the part from the scheme or the first slashes to the next slash, and after an `@`.
    private func host(of input: [UInt8]) -> [UInt8] {
        let slashes = [UInt8(ascii: "/"), UInt8(ascii: "\\")]
        let input = input.filter { $0 > 0x20 }
        let before = input.firstIndex { $0 == UInt8(ascii: ":") || slashes.contains($0) } ?? 0
        let authority = input[before...].dropFirst().drop(while: slashes.contains).prefix {
            !slashes.contains($0) && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#")
        }
        return Array(authority.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false).last ?? [])
    }

    private func percentDecoded(_ input: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var offset = 0
        while offset < input.count {
            if input[offset] == UInt8(ascii: "%"), offset + 2 < input.count,
                let byte = UInt8(String(decoding: input[offset + 1...offset + 2], as: UTF8.self), radix: 16)
            {
                output.append(byte)
                offset += 3
            } else {
                output.append(input[offset])
                offset += 1
            }
        }
        return output
    }

    private func bytes(_ hexadecimal: Substring) -> [UInt8]? {
        let digits = hexadecimal.utf8.map { $0 < 0x3A ? $0 &- 0x30 : $0 &- 0x57 }
        guard digits.count.isMultiple(of: 2), digits.allSatisfy({ $0 < 16 }) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self).debugDescription }

    private func text(_ bytes: Span<UInt8>) -> String {
        var copy: [UInt8] = []
        for offset in 0..<bytes.count { copy.append(bytes[offset]) }
        return String(decoding: copy, as: UTF8.self)
    }
}
