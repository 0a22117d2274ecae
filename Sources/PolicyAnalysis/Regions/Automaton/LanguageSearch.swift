import URLMatching

/// Looks for a text that some automata take and others don't, or proves that there is none.
///
/// The automata run side by side over all texts of printable ASCII at once, shortest first: the first text that is found is
/// one of the shortest. States that nothing can match from are left where that is known.
struct LanguageSearch {
    /// What a search found out.
    enum Outcome: Hashable, Sendable {
        /// A text.
        case found([UInt8])
        /// There is none.
        case empty
        /// It was given up.
        case undecided(Reason)
    }

    /// Why nothing is known.
    enum Reason: String, Hashable, Sendable {
        /// The expression has syntax that is not followed: a reference back, recursion, a condition, a verb.
        case notUnderstood = "it has syntax that is not followed"
        /// It has too many pieces, as nested counts make.
        case tooLarge = "its counts make it too large"
        /// What was decided before has taken all the work there is.
        case tooMany = "other rules have taken all the time"
        /// There are more states than a search looks at.
        case tooManyStates = "it has more states than are looked at"
        /// Texts were found, and none was one: the automata take more than is meant.
        case allRefused = "what was found did not match"
    }

    /// The most states of all automata together.
    static let mostStates = 50_000
    /// The most work of one search: nodes of automata, and bytes that are tried.
    static let mostWork = 8_000_000
    /// The most texts that the caller may refuse.
    private static let mostRefused = 64
    /// The most automata.
    private static let mostAutomata = 8

    private let wanted: [ByteAutomaton]
    private let unwanted: [ByteAutomaton]

    /// Makes a search; of more than eight automata, further ones that are not wanted are left out, so that texts are found
    /// which the caller has to refuse.
    init(wanted: [ByteAutomaton], unwanted: [ByteAutomaton] = []) {
        self.wanted = Array(wanted.prefix(Self.mostAutomata))
        // An automaton that takes too much would take away too much.
        self.unwanted = Array(unwanted.filter(\.isExact).prefix(Self.mostAutomata - self.wanted.count))
    }

    private typealias Key = SIMD8<Int32>

    /// Searches.
    ///
    /// - Parameters:
    ///   - states: The most states to look at.
    ///   - budget: The work that several searches may take together; less is left of it.
    ///   - isTaken: Whether a text that was found is one; the next one is looked for if it is not.
    /// - Returns: The first text, or why there is none.
    /// - Complexity: Bounded by states and work, some 100 ms in the worst case.
    func first(states: Int = Self.mostStates, budget: inout Int, _ isTaken: ([UInt8]) -> Bool) -> Outcome {
        guard budget > 0 else { return .undecided(.tooMany) }
        let most = min(Self.mostWork, budget)
        var work = most
        defer { budget -= most - work }
        let representatives = Self.representatives(of: wanted + unwanted)
        var automata = (wanted + unwanted).map { AutomatonStates($0, representatives, &work) }
        var keys: [Key] = []
        var origins: [(parent: Int32, byte: UInt8)] = []
        var seen: Set<Key> = []
        var refused = 0
        var initial = Key()
        for (lane, automaton) in automata.enumerated() { initial[lane] = automaton.initial }
        keys.append(initial)
        origins.append((-1, 0))
        seen.insert(initial)
        var position = 0
        while position < keys.count {
            let key = keys[position]
            if isMatch(key, automata) {
                let text = Self.text(position, origins)
                if isTaken(text) { return .found(text) }
                refused += 1
                guard refused < Self.mostRefused else { return .undecided(.allRefused) }
            }
            for (byteClass, byte) in representatives.enumerated() {
                guard let next = step(key, byteClass, &automata, &work), seen.insert(next).inserted else { continue }
                keys.append(next)
                origins.append((Int32(truncatingIfNeeded: position), byte))
            }
            work -= representatives.count
            guard keys.count <= states, work > 0 else { return .undecided(.tooManyStates) }
            position += 1
        }
        return refused == 0 ? .empty : .undecided(.allRefused)
    }

    private func isMatch(_ key: Key, _ automata: [AutomatonStates]) -> Bool {
        for lane in automata.indices where automata[lane].isAccepting(key[lane]) != (lane < wanted.count) {
            return false
        }
        return true
    }

    /// The next states; nil where nothing can match from there.
    private func step(_ key: Key, _ byteClass: Int, _ automata: inout [AutomatonStates], _ work: inout Int) -> Key? {
        var next = Key()
        for lane in automata.indices {
            let state = automata[lane].next(key[lane], byteClass, &work)
            if lane < wanted.count {
                if state == AutomatonStates.dead { return nil }
            } else if state == automata[lane].acceptingAll {
                return nil
            }
            next[lane] = state
        }
        return next
    }

    private static func text(_ position: Int, _ origins: [(parent: Int32, byte: UInt8)]) -> [UInt8] {
        var bytes: [UInt8] = []
        var next = position
        while origins[next].parent >= 0 {
            bytes.append(origins[next].byte)
            next = Int(origins[next].parent)
        }
        return bytes.reversed()
    }

    // MARK: Bytes

    /// One byte of each class that no automaton tells apart, those first that URLs are made of.
    private static func representatives(of automata: [ByteAutomaton]) -> [UInt8] {
        var classes = [Int](repeating: 0, count: printable.count)
        var count = 1
        for set in Set(automata.flatMap(\.sets)) {
            var moved: [Int: Int] = [:]
            for (position, byte) in printable.enumerated() where set.contains(byte) {
                let old = classes[position]
                if moved[old] == nil {
                    moved[old] = count
                    count += 1
                }
                classes[position] = moved[old, default: old]
            }
        }
        var seen: Set<Int> = []
        return printable.indices.filter { seen.insert(classes[$0]).inserted }.map { printable[$0] }
    }

    /// Printable ASCII in the order in which witnesses are to have it.
    private static let printable: [UInt8] = {
        let first = Array("axemdrc1/.-_~".utf8)
        return first + (UInt8(0x20)...0x7E).filter { !first.contains($0) }
    }()
}
