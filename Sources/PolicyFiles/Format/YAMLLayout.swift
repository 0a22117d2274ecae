/// By how much to shift each line of a YAML document, so that nested content is indented by two spaces.
///
/// 1. The events are visited, and every block collection gets its current column and its target column. A key or `-` at
///   the beginning of a line moves with its collection.
/// 2. A value that continues over several lines, such as a text or a flow collection, moves with the line where it
///   begins.
/// 3. Comments move with what they precede.
///
/// Only the indentation of a line is changed, so alignment within lines is kept.
struct YAMLLayout {
    /// The role of a line.
    enum Role: Equatable {
        /// A value or key begins on the line.
        case content
        /// A comment or a blank line.
        case filler
        /// The line continues a list or mapping in brackets.
        case brackets
        /// The line continues a text, in which blanks can be significant.
        case text
    }

    /// A form of YAML whose layout is not understood well enough to change it.
    private struct Unknown: Error {}

    /// An open collection. Columns are counted in scalars.
    private struct Frame {
        enum Kind { case mapping, sequence, brackets }

        var kind: Kind
        /// The column of its keys or dashes; nil until the first is visited.
        var source: Int?
        var target: Int
        var isKeyNext = true
        /// The first line that the dash of the next item can be on.
        var nextLine: Int
        /// The start of a collection in brackets.
        var start: Int

        var shift: Int { source.map { target - $0 } ?? 0 }
    }

    private static let step = 2

    let lines: YAMLLines
    private(set) var roles: [Role]
    /// The number of spaces to add to each line, or to remove if negative.
    private(set) var shifts: [Int]
    private var frames: [Frame] = []

    /// Determines the layout of a document that could be read, from its events; nil if it contains a form whose layout
    /// is unknown.
    init?(_ lines: YAMLLines, events: [YAMLEvent]) {
        self.lines = lines
        roles = Array(repeating: .filler, count: lines.lines.count)
        shifts = Array(repeating: 0, count: lines.lines.count)
        do throws(Unknown) {
            for event in events { try visit(event) }
        } catch {
            return nil
        }
        placeComments()
    }

    // MARK: Events

    private mutating func visit(_ event: YAMLEvent) throws(Unknown) {
        switch event.kind {
        case .streamStart, .streamEnd, .documentStart, .documentEnd: break
        case .mappingEnd, .sequenceEnd:
            guard let frame = frames.popLast() else { throw Unknown() }
            // The end event of a block is placed where the next element begins.
            if frame.kind == .brackets { goOn(frame.start, event.end, as: .brackets) }
        case .scalar:
            try begin(event)
            goOn(event.start, event.end, as: .text, keepsBlankLines: event.isBlockText && keepsBlankLines(event.start))
        case .alias: try begin(event)
        case .mappingStart: try open(.mapping, event)
        case .sequenceStart: try open(.sequence, event)
        }
    }

    private mutating func open(_ kind: Frame.Kind, _ event: YAMLEvent) throws(Unknown) {
        // A block is placed at its first key or dash, which comes after an anchor.
        let line = try begin(event, isBlock: !event.isInBrackets)
        var frame = Frame(kind: kind, target: 0, nextLine: line, start: event.start)
        if event.isInBrackets || frames.last?.kind == .brackets {
            frame.kind = .brackets
        } else if kind == .sequence, event.anchor == nil {
            let column = lines.column(of: event.start, line: line)
            (frame.source, frame.target) = (column, try target(of: column, line, in: frames.count - 1))
        } else if kind == .sequence {
            frame.nextLine = line + 1
        }
        frames.append(frame)
    }

    /// The target column of a block that begins at a column of a line, inside the open collection.
    private func target(of column: Int, _ line: Int, in position: Int) throws(Unknown) -> Int {
        guard position >= 0 else { return 0 }
        let parent = frames[position]
        guard let source = parent.source else { throw Unknown() }
        if lines.lines[line].indent == column { return parent.target + Self.step }
        // After a dash on the same line, it keeps its distance from the dash.
        guard parent.kind == .sequence else { throw Unknown() }
        return parent.target + column - source
    }

    /// Records that a value begins, and shifts its line if the value is first on it.
    ///
    /// - Returns: The line.
    @discardableResult
    private mutating func begin(_ event: YAMLEvent, isBlock: Bool = false) throws(Unknown) -> Int {
        let line = lines.line(of: event.start)
        guard let last = frames.indices.last else {
            roles[line] = .content
            return line
        }
        let column = lines.column(of: event.start, line: line)
        switch frames[last].kind {
        case .brackets: return line
        case .sequence: try placeDash(last, before: line)
        case .mapping where frames[last].isKeyNext:
            if frames[last].source == nil {
                frames[last].target = try target(of: column, line, in: last - 1)
                frames[last].source = column
            }
            // A key after `? ` is in another column, and can span several lines.
            guard column == frames[last].source else { throw Unknown() }
            frames[last].isKeyNext = false
            if lines.lines[line].indent == column { move(line, frames[last].shift) }
            return line
        case .mapping: frames[last].isKeyNext = true
        }
        // A value on its own line keeps its distance from the key or dash. A block shifts its own lines.
        if !isBlock, roles[line] == .filler, event.end > event.start { move(line, frames[last].shift) }
        return line
    }

    /// Shifts the line with the dash of the next item.
    private mutating func placeDash(_ position: Int, before line: Int) throws(Unknown) {
        let first = frames[position].nextLine
        frames[position].nextLine = line + 1
        guard first <= line else { return }
        for candidate in first...line where roles[candidate] == .filler {
            let indent = lines.lines[candidate].indent
            guard lines.firstByte(of: candidate) == UInt8(ascii: "-") else { continue }
            if frames[position].source == nil {
                frames[position].target = try target(of: indent, candidate, in: position - 1)
                frames[position].source = indent
            }
            guard indent == frames[position].source else { continue }
            move(candidate, frames[position].shift)
            return
        }
    }

    private mutating func move(_ line: Int, _ shift: Int) {
        roles[line] = .content
        shifts[line] = shift
    }

    /// Shifts the continuation lines of a value by the same amount as its first line.
    private mutating func goOn(_ start: Int, _ end: Int, as role: Role, keepsBlankLines: Bool = false) {
        guard end > start else { return }
        let first = lines.line(of: start)
        var last = lines.line(of: end)
        // An end at the beginning of a line is the end of the previous line.
        if last > first, lines.column(of: end, line: last) == 0 { last -= 1 }
        if keepsBlankLines {
            while last + 1 < lines.lines.count, lines.lines[last + 1].isBlank { last += 1 }
        }
        guard first < last else { return }
        for line in first + 1...last {
            if role == .text || roles[line] != .text { roles[line] = role }
            shifts[line] = shifts[first]
        }
    }

    /// Whether the blank lines after a text belong to it, as `|+` and `>+` declare.
    private func keepsBlankLines(_ start: Int) -> Bool {
        let line = lines.line(of: start)
        var rest = String(decoding: lines.text[lines.lines[line].contents], as: UTF8.self).unicodeScalars[...]
        rest = rest.dropFirst(lines.column(of: start, line: line)).prefix { $0 != "#" }
        return rest.contains("+")
    }

    // MARK: Comments

    /// Shifts comments with the content below them, or with the content above.
    private mutating func placeComments() {
        var next: Int?
        var following: [Int?] = []
        for line in lines.lines.indices.reversed() {
            following.append(next)
            if roles[line] != .filler { next = line }
        }
        // The content lines that no line further to the left has ended, each deeper than the previous one.
        var above: [Int] = []
        for line in lines.lines.indices {
            let column = lines.lines[line].indent
            switch roles[line] {
            case .content:
                while let last = above.last, lines.lines[last].indent >= column { above.removeLast() }
                above.append(line)
            case .filler where !lines.lines[line].isBlank:
                let outer = above.last { lines.lines[$0].indent <= column }
                shifts[line] = shift(ofComment: column, below: outer, above: following[lines.lines.count - 1 - line])
            case .filler, .brackets, .text: break
            }
        }
    }

    /// The shift of a comment at a column, given the last content line above that is no deeper, and the next content
    /// line.
    private func shift(ofComment column: Int, below outer: Int?, above next: Int?) -> Int {
        if let next, lines.lines[next].indent == column { return shifts[next] }
        if let outer, lines.lines[outer].indent == column { return shifts[outer] }
        let shift = outer.map { shifts[$0] } ?? 0
        guard let next else { return shift }
        // A comment that would be left of the next line moves to it: otherwise the next run would move it there.
        let nextColumn = lines.lines[next].indent + shifts[next]
        return column < lines.lines[next].indent || column + shift < nextColumn ? nextColumn - column : shift
    }
}
