import ByteText

/// Reads the groups of a regular expression, as far as it matters what they can match.
struct NginxExpression {
    typealias Captured = (name: String?, group: NginxCaptures.Group)

    private let bytes: [UInt8]
    private var offset = 0
    private var found: [Captured] = []
    /// The open groups, the innermost last; the first is the whole expression.
    private var open: [(number: Int?, group: NginxCaptures.Group)] = [(nil, NginxCaptures.Group())]

    /// The groups that capture, in the order of their numbers.
    ///
    /// - Complexity: O(*n*) in the bytes.
    static func groups(in expression: String) -> [Captured] {
        guard expression.utf8.contains(UInt8(ascii: "(")) else { return [] }
        var reader = NginxExpression(bytes: Array(expression.utf8))
        reader.read()
        return reader.found
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    /// Whether a byte belongs in the name of a server, between its dots.
    static func isOfName(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }

    private var innermost: NginxCaptures.Group {
        get { open[open.count - 1].group }
        set { open[open.count - 1].group = newValue }
    }

    private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    /// Whether what was just read may be missing.
    private var isOptional: Bool { next.map { "?*{".utf8.contains($0) } ?? false }

    private mutating func read() {
        while let byte = next {
            offset += 1
            switch byte {
            case UInt8(ascii: "("): openGroup()
            case UInt8(ascii: ")"):
                guard open.count > 1, let (number, group) = open.popLast() else { continue }
                if let number { found[number].group = group }
                innermost.add(group, isOptional: isOptional)
            case UInt8(ascii: "|"): innermost.startAlternative()
            case UInt8(ascii: "["): readClass()
            case UInt8(ascii: "."): innermost.addAny(ofNames: false)
            case UInt8(ascii: "*"), UInt8(ascii: "+"): innermost.addAny(ofNames: true)
            case UInt8(ascii: "{"):
                innermost.addAny(ofNames: true)
                skip(past: UInt8(ascii: "}"))
            case UInt8(ascii: "?"), UInt8(ascii: "^"), UInt8(ascii: "$"): break
            case UInt8(ascii: "\\"): readEscape()
            default: innermost.add(byte, isOptional: isOptional)
            }
        }
    }

    /// Reads what comes after a parenthesis: `?<name>`, `?'name'`, `?P<name>`, or `?` with a sign for a group that does
    /// not capture.
    private mutating func openGroup() {
        // A verb, such as `(*UTF)`, is no group.
        guard next != UInt8(ascii: "*") else { return open.append((nil, NginxCaptures.Group())) }
        guard next == UInt8(ascii: "?") else { return capture(named: nil) }
        offset += 1
        if next == UInt8(ascii: "P") { offset += 1 }
        let sign = next
        offset += 1
        let isName = next.map(\.isASCIIAlphanumeric) ?? false || next == UInt8(ascii: "_")
        if isName, sign == UInt8(ascii: "<") || sign == UInt8(ascii: "'") {
            let start = offset
            skip(past: sign == UInt8(ascii: "'") ? UInt8(ascii: "'") : UInt8(ascii: ">"))
            let name = bytes[start..<max(start, offset - 1)]
            return capture(named: String(decoding: name, as: UTF8.self).lowercased())
        }
        open.append((nil, NginxCaptures.Group()))
    }

    private mutating func capture(named name: String?) {
        open.append((found.count, NginxCaptures.Group()))
        // Until its end is read, it may match anything.
        var group = NginxCaptures.Group()
        group.addAny(ofNames: false)
        found.append((name, group))
    }

    private mutating func readEscape() {
        guard let byte = next else { return }
        offset += 1
        switch byte {
        case UInt8(ascii: "w"), UInt8(ascii: "d"): innermost.addAny(ofNames: true)
        case _ where "bBAzZ".utf8.contains(byte): break
        case _ where byte.isASCIIAlphanumeric: innermost.addAny(ofNames: false)
        default: innermost.add(byte, isOptional: isOptional)
        }
    }

    /// Reads the rest of a class such as `[a-z]`. One such as `[12]` lists its texts.
    private mutating func readClass() {
        let start = offset
        var isOfNames = next != UInt8(ascii: "^")
        var isList = isOfNames
        if !isOfNames { offset += 1 }
        // A bracket that comes first belongs to the class.
        var isFirst = true
        while let byte = next, isFirst || byte != UInt8(ascii: "]") {
            isFirst = false
            offset += 1
            if byte == UInt8(ascii: "["), next == UInt8(ascii: ":") {
                skip(past: UInt8(ascii: "]"))
                (isOfNames, isList) = (false, false)
            } else if byte == UInt8(ascii: "\\"), let escaped = next {
                offset += 1
                isList = false
                if !"wd-_".utf8.contains(escaped) { isOfNames = false }
            } else {
                if byte == UInt8(ascii: "-") { isList = false }
                if !Self.isOfName(byte) { isOfNames = false }
            }
        }
        if isList {
            // Any of them may be the one.
            for byte in bytes[start..<offset] { innermost.add(byte, isOptional: true) }
        } else {
            innermost.addAny(ofNames: isOfNames)
        }
        offset += 1
    }

    private mutating func skip(past end: UInt8) {
        while let byte = next, byte != end { offset += 1 }
        offset += 1
    }
}
