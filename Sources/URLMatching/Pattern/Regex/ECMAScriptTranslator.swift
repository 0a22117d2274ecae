/// Reads ECMAScript regular expressions with the `v` flag and writes equivalent ones for PCRE2.
///
/// The grammar is that of [Patterns](https://tc39.es/ecma262/#sec-patterns), and nothing else is accepted: syntax that
/// only PCRE2 has (`\H`, `(?R)`, `a++`, `\K`, `(?>…)`, `(*VERB)`) is an error here as in a browser. Every character and
/// class is reduced to a set of ASCII characters, so that `[[a-z]--a]` and `\p{L}` do not depend on PCRE2's
/// interpretation.
///
/// ECMAScript permits some constructs that are errors here: `\q{…}` and properties of strings; scripts and properties
/// that are not listed in ``ASCIISet``; references to a group that comes later or is repeated, because PCRE2 keeps what
/// the previous repetition matched; two groups with one name in different alternatives; group names with characters
/// beyond ASCII; `(?<=…)` whose alternatives have no fixed length; repetitions of more than 65,535.
struct ECMAScriptTranslator {
    /// The expression for PCRE2.
    private(set) var output: [UInt8] = []
    /// The number of capturing groups opened so far.
    private(set) var captureCount = 0

    var input: [UInt8] = []
    var index = 0
    var ignoresCase: Bool
    private var depth = 0
    private var names: [String: Int] = [:]
    /// The groups that a reference has named, and the groups that can no longer be referred to.
    private var referenced: Set<Int> = []
    private var repeated: Set<Int> = []

    init(ignoresCase: Bool) { self.ignoresCase = ignoresCase }

    // MARK: Output

    mutating func write(_ text: String) { output.append(contentsOf: text.utf8) }

    mutating func write(_ set: ASCIISet) { write(set.expression) }

    mutating func write(literal text: String) {
        for byte in text.utf8 { write(ASCIISet.hexadecimal(byte)) }
    }

    mutating func openCapture() {
        captureCount += 1
        write("(")
    }

    /// Records that the groups opened since `count` are repeated.
    mutating func noteRepetition(from count: Int) throws(MatcherError) {
        guard captureCount > count else { return }
        for group in count + 1...captureCount {
            guard !referenced.contains(group) else { throw error("a group that is repeated cannot be referred to") }
            repeated.insert(group)
        }
    }

    // MARK: Grammar

    /// Translates the expression of one group.
    mutating func translate(_ text: String) throws(MatcherError) {
        let (oldInput, oldIndex) = (input, index)
        (input, index) = (Array(text.utf8), 0)
        defer { (input, index) = (oldInput, oldIndex) }
        try disjunction()
        guard index == input.count else { throw error("`)` has no `(` before it") }
    }

    private mutating func disjunction() throws(MatcherError) {
        depth += 1
        defer { depth -= 1 }
        guard depth <= RegexLimits.nesting else { throw error("groups are nested too deeply") }
        while index < input.count, peek() != UInt8(ascii: ")") {
            if consume("|") { write("|") } else { try term() }
        }
    }

    private mutating func term() throws(MatcherError) {
        if consume("^") { return write("\\A") }
        if consume("$") { return write("\\z") }
        if consume("\\b") { return write("\\b") }
        if consume("\\B") { return write("\\B") }
        for look in ["(?=", "(?!", "(?<=", "(?<!"] where consume(look) {
            write(look)
            try disjunction()
            return try closeGroup()
        }
        let before = captureCount
        try atom()
        if let mayRepeat = try quantifier(), mayRepeat { try noteRepetition(from: before) }
    }

    private mutating func atom() throws(MatcherError) {
        guard let byte = peek() else { return }
        switch byte {
        case UInt8(ascii: "."):
            index += 1
            write(ASCIISet.notLineTerminators)
        case UInt8(ascii: "["):
            index += 1
            write(try characterClass())
        case UInt8(ascii: "("): try group()
        case UInt8(ascii: "\\"):
            index += 1
            try escape()
        case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"):
            throw error("`\(Character(Unicode.Scalar(byte)))` has nothing to repeat")
        case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "]"):
            throw error("`\(Character(Unicode.Scalar(byte)))` needs a `\\` before it")
        default:
            index += 1
            write(character(UInt32(byte)))
        }
    }

    private mutating func group() throws(MatcherError) {
        if consume("(?:") {
            write("(?:")
        } else if consume("(?<") {
            let name = try groupName()
            openCapture()
            guard names.updateValue(captureCount, forKey: name) == nil else {
                throw error("the name `\(name)` is given twice")
            }
        } else {
            // Browsers differ in whether they accept anything else, such as flags.
            throw error("a group inside a group must begin with `(?:`, `(?<name>`, `(?=`, `(?!`, `(?<=` or `(?<!`")
        }
        try disjunction()
        try closeGroup()
    }

    private mutating func closeGroup() throws(MatcherError) {
        guard consume(")") else { throw error("`(` is not closed") }
        write(")")
    }

    private mutating func groupName() throws(MatcherError) -> String {
        let start = index
        while let byte = peek(), byte != UInt8(ascii: ">") {
            guard Unicode.Scalar(byte).isPatternName(first: index == start) else { break }
            index += 1
        }
        let name = String(decoding: input[start..<index], as: UTF8.self)
        guard !name.isEmpty, consume(">") else { throw error("a group has no valid name") }
        return name
    }

    /// Takes a quantifier; nil if there is none, otherwise whether it permits more than one repetition.
    private mutating func quantifier() throws(MatcherError) -> Bool? {
        var mayRepeat = true
        if consume("*") {
            write("*")
        } else if consume("+") {
            write("+")
        } else if consume("?") {
            write("?")
            mayRepeat = false
        } else if consume("{") {
            let least = try number()
            var most: Int? = least
            if consume(",") { most = peek() == UInt8(ascii: "}") ? nil : try number() }
            guard consume("}") else { throw error("`{` does not begin a repetition count") }
            guard most.map({ $0 >= least }) ?? true else { throw error("a repetition has its numbers out of order") }
            write("{\(least),\(most.map { "\($0)" } ?? "")}")
            mayRepeat = most.map { $0 > 1 } ?? true
        } else {
            return nil
        }
        if consume("?") { write("?") }
        return mayRepeat
    }

    private mutating func number() throws(MatcherError) -> Int {
        var value = 0
        let start = index
        while let byte = peek(), ASCIISet.digits.contains(byte) {
            value = min(value * 10 + Int(byte & 0xF), 65_536)
            index += 1
        }
        guard index > start else { throw error("`{` does not begin a repetition count") }
        guard value < 65_536 else { throw error("a repetition is longer than 65535") }
        return value
    }

    /// Writes a reference to a group that has at least been opened.
    mutating func reference(to group: Int) throws(MatcherError) {
        guard group >= 1, group <= captureCount else { throw error("a reference does not name an earlier group") }
        guard !repeated.contains(group) else { throw error("a group that is repeated cannot be referred to") }
        referenced.insert(group)
        write("\\g{\(group)}")
    }

    /// Takes the name of a group, after `\k`, and writes a reference to the group.
    mutating func namedReference() throws(MatcherError) {
        guard consume("<") else { throw error("`\\k` needs a name") }
        let name = try groupName()
        guard let group = names[name] else { throw error("`\\k<\(name)>` does not name an earlier group") }
        try reference(to: group)
    }

    // MARK: Input

    func peek(_ distance: Int = 0) -> UInt8? { index + distance < input.count ? input[index + distance] : nil }

    /// Takes a text if it is next in the input.
    mutating func consume(_ text: String) -> Bool {
        guard input[index...].starts(with: text.utf8) else { return false }
        index += text.utf8.count
        return true
    }

    func error(_ message: String) -> MatcherError {
        let shown = QuotedText.quote(String(decoding: input, as: UTF8.self))
        return MatcherError(.invalidRegex, "\(shown) is not a regular expression: \(message)")
    }
}
