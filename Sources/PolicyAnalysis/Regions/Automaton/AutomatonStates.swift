import URLMatching

/// The sets of nodes that an automaton can be at, numbered as a search meets them: the automaton made deterministic, as far
/// as anybody asks.
struct AutomatonStates {
    /// The state that nothing leads out of, and that does not match.
    static let dead: Int32 = 0

    private let automaton: ByteAutomaton
    /// A byte of each class of bytes that the search cannot tell apart.
    private let representatives: [UInt8]
    private var sets: [[Int32]] = []
    private var numbers: [[Int32]: Int32] = [:]
    /// Where each state goes by each class; -1 where nobody asked yet.
    private var table: [Int32] = []
    private var accepting: [Bool] = []
    private var marks: [UInt32]
    private var mark: UInt32 = 0
    /// The state of the empty text.
    private(set) var initial: Int32 = 0
    /// The state of a text that matches whatever follows; nil where there is none yet.
    private(set) var acceptingAll: Int32?

    /// In a set of nodes: that the last byte was of a word. Only where the automaton asks for words.
    private static let afterWord: Int32 = .max
    /// In the set of the empty text: that `^` still holds behind a `\b`. Only where the automaton asks for words.
    private static let atStart: Int32 = .max - 1

    /// Begins with the empty text.
    init(_ automaton: ByteAutomaton, _ representatives: [UInt8], _ work: inout Int) {
        self.automaton = automaton
        self.representatives = representatives
        marks = [UInt32](repeating: 0, count: automaton.nodes.count)
        _ = number(of: [])
        let first = closure([automaton.entry], .start, &work).sorted()
        initial = number(of: automaton.hasWords ? first + [Self.atStart] : first)
    }

    /// Whether a text that leads to a state matches, if it ends there.
    func isAccepting(_ state: Int32) -> Bool { accepting[Int(state)] }

    /// Where a state goes by a class of bytes.
    ///
    /// - Parameters:
    ///   - state: The state.
    ///   - byteClass: The number of the class.
    ///   - work: What is left of the nodes that may be visited.
    /// - Returns: The next state.
    mutating func next(_ state: Int32, _ byteClass: Int, _ work: inout Int) -> Int32 {
        let place = Int(state) * representatives.count + byteClass
        if table[place] >= 0 { return table[place] }
        let byte = representatives[byteClass]
        let isInWord = automaton.hasWords && RegexClassReader.words.contains(byte)
        var entries: [Int32] = []
        for node in waiting(in: sets[Int(state)], isBeforeWord: isInWord, .middle, &work) {
            switch automaton.nodes[Int(node)] {
            case .bytes(let set, let next): if set.contains(byte) { entries.append(next) }
            case .acceptAll: entries.append(node)
            case .split, .start, .end, .boundary, .accept: break
            }
        }
        work -= sets[Int(state)].count
        var set = closure(entries, .middle, &work).sorted()
        // Nothing follows where everything matches, or nothing.
        if isInWord, let first = set.first, !isAcceptAll(first) { set.append(Self.afterWord) }
        let next = number(of: set)
        table[place] = next
        return next
    }

    private func isAcceptAll(_ node: Int32) -> Bool {
        if case .acceptAll = automaton.nodes[Int(node)] { true } else { false }
    }

    private mutating func number(of set: [Int32]) -> Int32 {
        if let known = numbers[set] { return known }
        let number = Int32(truncatingIfNeeded: sets.count)
        numbers[set] = number
        sets.append(set)
        table.append(contentsOf: repeatElement(-1, count: representatives.count))
        var isAccepting = false
        var work = 0
        for node in waiting(in: set, isBeforeWord: false, .end, &work) {
            switch automaton.nodes[Int(node)] {
            case .accept: isAccepting = true
            case .acceptAll:
                isAccepting = true
                if set == [node] { acceptingAll = number }
            case .bytes, .split, .start, .end, .boundary: break
            }
        }
        accepting.append(isAccepting)
        return number
    }

    /// Where in the text nodes are reached; the empty text has both at once.
    private struct Place: OptionSet {
        let rawValue: UInt8
        static let start = Place(rawValue: 1)
        static let end = Place(rawValue: 2)
        static let middle: Place = []
    }

    /// The nodes of a set that wait for a byte, or that the end of the text leads to, once it is known what comes next.
    private mutating func waiting(
        in set: [Int32],
        isBeforeWord: Bool,
        _ place: Place,
        _ work: inout Int
    ) -> [Int32] {
        guard automaton.hasWords else { return place.isEmpty ? set : closure(set, place, &work) }
        let isAfterWord = set.last == Self.afterWord
        let place = set.last == Self.atStart ? place.union(.start) : place
        var nodes = closure(set.filter { $0 < Self.atStart }, place, &work)
        // What is behind a boundary may be the end, or another boundary; a repetition leads back to the same one.
        var passed: Set<Int32> = []
        var isDone = false
        while !isDone {
            var entries: [Int32] = []
            isDone = true
            for node in nodes {
                guard case .boundary(let isWord, let next) = automaton.nodes[Int(node)] else {
                    entries.append(node)
                    continue
                }
                guard passed.insert(node).inserted else { continue }
                isDone = false
                if isWord == (isAfterWord != isBeforeWord) { entries.append(next) }
            }
            nodes = closure(entries, place, &work)
        }
        return nodes
    }

    /// The nodes that are reached without a byte, and wait for one or for the end.
    private mutating func closure(_ entries: [Int32], _ place: Place, _ work: inout Int) -> [Int32] {
        mark += 1
        var found: [Int32] = []
        var stack = entries
        while let node = stack.popLast() {
            guard marks[Int(node)] != mark else { continue }
            marks[Int(node)] = mark
            work -= 1
            switch automaton.nodes[Int(node)] {
            case .split(let one, let other):
                stack.append(other)
                stack.append(one)
            case .start(let next): if place.contains(.start) { stack.append(next) }
            case .end(let next): if place.contains(.end) { stack.append(next) } else { found.append(node) }
            case .bytes, .boundary, .accept: found.append(node)
            // Nothing else matters any more.
            case .acceptAll: return [node]
            }
        }
        return found
    }
}
