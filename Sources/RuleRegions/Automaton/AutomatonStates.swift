import URLMatching

/// The sets of nodes that an automaton can be at, numbered in the order in which a search finds them. This is the
/// deterministic form of the automaton, built only as far as needed.
struct AutomatonStates {
    /// The state that no transition leaves and that does not match.
    static let dead: Int32 = 0

    private let automaton: ByteAutomaton
    /// One byte of each class of bytes that the search cannot distinguish.
    private let representatives: [UInt8]
    private var sets: [[Int32]] = []
    private var numbers: [[Int32]: Int32] = [:]
    /// The next state for each state and byte class; -1 if not yet computed.
    private var table: [Int32] = []
    private var accepting: [Bool] = []
    private var marks: [UInt32]
    private var mark: UInt32 = 0
    /// The state for the empty text.
    private(set) var initial: Int32 = 0
    /// The state for a text that matches whatever follows, or nil if there is none yet.
    private(set) var acceptingAll: Int32?

    /// A mark in a set of nodes: the last byte was part of a word. Used only if the automaton tests for words.
    private static let afterWord: Int32 = .max
    /// A mark in the set for the empty text: `^` still matches after a `\b`. Used only if the automaton tests for
    /// words.
    private static let atStart: Int32 = .max - 1

    /// Starts with the empty text.
    init(_ automaton: ByteAutomaton, _ representatives: [UInt8], _ work: inout Int) {
        self.automaton = automaton
        self.representatives = representatives
        marks = [UInt32](repeating: 0, count: automaton.nodes.count)
        _ = number(of: [])
        let first = closure([automaton.entry], .start, &work).sorted()
        initial = number(of: automaton.hasWords ? first + [Self.atStart] : first)
    }

    /// Whether a text that leads to a state matches if it ends there.
    func isAccepting(_ state: Int32) -> Bool { accepting[Int(state)] }

    /// The next state for a class of bytes.
    ///
    /// - Parameters:
    ///   - state: The state.
    ///   - byteClass: The number of the class.
    ///   - work: The remaining number of nodes that may be visited.
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
        // A set from which everything or nothing matches needs no mark.
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

    /// The position in the text at which nodes are reached. The empty text is at the start and at the end.
    private struct Place: OptionSet {
        let rawValue: UInt8
        static let start = Place(rawValue: 1)
        static let end = Place(rawValue: 2)
        static let middle: Place = []
    }

    /// The nodes of a set that wait for a byte, or that the end of the text leads to, once the kind of the next byte is
    /// known.
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
        // A boundary may be followed by the end or by another boundary. A repetition leads back to the same boundary.
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

    /// The nodes that are reached without a byte, and that wait for a byte or for the end.
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
            // The other nodes no longer matter.
            case .acceptAll: return [node]
            }
        }
        return found
    }
}
