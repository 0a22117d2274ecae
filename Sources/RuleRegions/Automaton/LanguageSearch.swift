import URLMatching

/// Finds a text that some automata accept and others reject, or proves that no such text exists.
///
/// The automata run side by side over all texts of printable ASCII, shortest first, so the first text found is one of
/// the shortest. States from which nothing can match are abandoned if that is known.
package struct LanguageSearch {
    /// The outcome of a search.
    package enum Outcome: Hashable, Sendable {
        /// A text was found.
        case found([UInt8])
        /// No text exists.
        case empty
        /// The search was abandoned.
        case undecided(Reason)
    }

    /// Why the outcome is undecided.
    package enum Reason: String, Hashable, Sendable {
        /// The expression has unsupported syntax: a back-reference, recursion, a condition or a verb.
        case notUnderstood = "it has syntax that is not supported"
        /// The expression has too many parts, as nested counts create.
        case tooLarge = "its counts make it too large"
        /// Earlier searches used up the work budget.
        case tooMany = "other rules have used up the time"
        /// The search exceeded its maximum number of states.
        case tooManyStates = "it has more states than are searched"
        /// Texts were found but the caller rejected all of them, because the automata accept a superset.
        case allRefused = "what was found did not match"
    }

    /// The maximum number of states of all automata together.
    static let mostStates = 50_000
    /// The maximum work of one search, counted in visited nodes and tried bytes.
    package static let mostWork = 8_000_000
    /// The maximum number of texts that the caller may reject.
    private static let mostRefused = 64
    /// The maximum number of automata.
    private static let mostAutomata = 8

    private let wanted: [ByteAutomaton]
    private let unwanted: [ByteAutomaton]

    /// Creates a search. Of more than eight automata, the last unwanted automata are left out, so that some texts that
    /// are found must be rejected by the caller.
    package init(wanted: [ByteAutomaton], unwanted: [ByteAutomaton] = []) {
        self.wanted = Array(wanted.prefix(Self.mostAutomata))
        // An automaton that accepts a superset would exclude too much.
        self.unwanted = Array(unwanted.filter(\.isExact).prefix(Self.mostAutomata - self.wanted.count))
    }

    private typealias Key = SIMD8<Int32>

    /// Runs the search.
    ///
    /// - Parameters:
    ///   - states: The maximum number of states.
    ///   - budget: The work that several searches may use together; this search subtracts what it uses.
    ///   - isTaken: Whether to accept a text that was found. If not, the search continues.
    /// - Returns: The first accepted text, or why there is none.
    /// - Complexity: Bounded by states and work, some 100 ms in the worst case.
    package func first(states: Int = Self.mostStates, budget: inout Int, _ isTaken: ([UInt8]) -> Bool) -> Outcome {
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
            for byteClass in 0..<representatives.count {
                guard let next = step(key, byteClass, &automata, &work), seen.insert(next).inserted else { continue }
                keys.append(next)
                origins.append((Int32(truncatingIfNeeded: position), representatives[byteClass]))
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

    /// The next states, or nil if nothing can match from there.
    private func step(_ key: Key, _ byteClass: Int, _ automata: inout [AutomatonStates], _ work: inout Int) -> Key? {
        var next = Key()
        for lane in 0..<automata.count {
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

    /// One byte of each class that no automaton distinguishes, starting with the bytes that URLs typically contain.
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

    /// Printable ASCII in the preferred order for witnesses.
    private static let printable: [UInt8] = {
        let first = Array("axemdrc1/.-_~".utf8)
        return first + (UInt8(0x20)...0x7E).filter { !first.contains($0) }
    }()
}
