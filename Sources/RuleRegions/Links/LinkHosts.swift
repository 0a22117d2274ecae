/// Host names for every combination of host patterns that some name matches.
///
/// All patterns are followed at once, from the last byte of a name to its first, because names share their ends. A
/// state is the set of positions reached in all patterns; the patterns that end in a state are a combination, and the
/// path to the state is a name. So the search finds every combination of exact names, subdomains and wildcards, and
/// the shortest name of each.
struct LinkHosts {
    /// A host pattern.
    struct Pattern: Hashable {
        /// The name, in which `*` stands for any bytes but dots.
        var text: [UInt8]
        /// Whether at least one more label must be in front.
        var takesMore: Bool
    }

    /// A name, and the patterns that match it.
    struct Found {
        var name: [UInt8]
        var patterns: [Int]
    }

    private(set) var found: [Found] = []
    /// Whether every combination was found. If not, there are too many states.
    private(set) var isExact = true

    private static let mostStates = 100_000
    /// The maximum number of positions in all states together.
    private static let mostWork = 4_000_000
    private static let star = UInt8(ascii: "*")
    private static let dot = UInt8(ascii: ".")
    /// The bytes that stand for all bytes that no pattern expects, the plainest first.
    private static let plainBytes = Array("xyzqjkvwabcdefghilmnoprstu0123456789-_".utf8)

    /// A position in a pattern: after as many bytes from its end. Two more positions follow: behind the dot in front of
    /// the text, and behind at least one byte more.
    private struct Item: Hashable, Comparable {
        var pattern: Int32
        var offset: Int32

        static func < (left: Self, right: Self) -> Bool {
            left.pattern == right.pattern ? left.offset < right.offset : left.pattern < right.pattern
        }
    }

    private struct State {
        var items: [Item]
        var parent: Int
        var byte: UInt8
    }

    /// The texts, reversed.
    private let texts: [[UInt8]]
    private let takesMore: [Bool]
    private var states: [State] = []
    private var seen: Set<[Item]> = []
    private var combinations: Set<[Int]> = []
    private var work = 0

    /// Finds the names.
    ///
    /// - Complexity: O(*n*) in the bytes of patterns without wildcards; wildcards within labels multiply the states.
    init(_ patterns: [Pattern]) {
        texts = patterns.map { $0.text.reversed() }
        takesMore = patterns.map(\.takesMore)
        visit(Set(patterns.indices.map { Item(pattern: Int32($0), offset: 0) }), parent: -1, byte: 0)
        var next = 0
        while next < states.count {
            guard states.count <= Self.mostStates, work <= Self.mostWork else {
                isExact = false
                return
            }
            follow(next)
            next += 1
        }
    }

    /// Visits a state, unless it is known.
    private mutating func visit(_ reached: Set<Item>, parent: Int, byte: UInt8) {
        var all = reached
        var open = Array(reached)
        while let item = open.popLast() {
            // A `*` may stand for nothing.
            guard self.byte(of: item) == Self.star else { continue }
            let next = Item(pattern: item.pattern, offset: item.offset + 1)
            if all.insert(next).inserted { open.append(next) }
        }
        let items = all.sorted()
        work += items.count
        guard !items.isEmpty, seen.insert(items).inserted else { return }
        states.append(State(items: items, parent: parent, byte: byte))
        let ended = items.filter { isEnd($0) }.map { Int($0.pattern) }
        guard !ended.isEmpty else { return }
        note(ended, name(of: states.count - 1))
    }

    private mutating func note(_ patterns: [Int], _ name: [UInt8]) {
        guard combinations.insert(patterns).inserted else { return }
        found.append(Found(name: name, patterns: patterns))
    }

    /// Visits the states after a state.
    private mutating func follow(_ number: Int) {
        let items = states[number].items
        if items.count == 1, let rest = rest(of: items[0]) {
            // Only this pattern is left, so its shortest end is enough.
            return note([Int(items[0].pattern)], rest + name(of: number))
        }
        var expected: Set<UInt8> = []
        var hasLoop = false
        for item in items {
            switch self.byte(of: item) {
            case Self.star?:
                hasLoop = true
                // A dot ends the label.
                expected.insert(Self.dot)
            case let byte?: expected.insert(byte)
            case nil: if isBeforeMore(item) { expected.insert(Self.dot) } else if takesAny(item) { hasLoop = true }
            }
        }
        var bytes = expected.sorted()
        if hasLoop {
            guard let other = Self.plainBytes.first(where: { !expected.contains($0) }) else {
                isExact = false
                return
            }
            bytes.insert(other, at: 0)
        }
        for byte in bytes { visit(Set(items.compactMap { step($0, byte) }), parent: number, byte: byte) }
    }

    /// The position after a byte, or nil if the pattern does not match it.
    private func step(_ item: Item, _ byte: UInt8) -> Item? {
        let next = Item(pattern: item.pattern, offset: item.offset + 1)
        switch self.byte(of: item) {
        case Self.star?: return byte == Self.dot ? nil : item
        case let expected?: return expected == byte ? next : nil
        case nil:
            if isBeforeMore(item) { return byte == Self.dot ? next : nil }
            guard takesAny(item) else { return nil }
            return isEnd(item) ? item : next
        }
    }

    /// The byte of the text at a position, or nil behind the text.
    private func byte(of item: Item) -> UInt8? {
        let text = texts[Int(item.pattern)]
        return Int(item.offset) < text.count ? text[Int(item.offset)] : nil
    }

    private func isBeforeMore(_ item: Item) -> Bool {
        takesMore[Int(item.pattern)] && Int(item.offset) == texts[Int(item.pattern)].count
    }

    /// Whether any byte may follow.
    private func takesAny(_ item: Item) -> Bool {
        takesMore[Int(item.pattern)] && Int(item.offset) > texts[Int(item.pattern)].count
    }

    /// Whether a name may end here.
    private func isEnd(_ item: Item) -> Bool {
        Int(item.offset) == texts[Int(item.pattern)].count + (takesMore[Int(item.pattern)] ? 2 : 0)
    }

    /// The shortest text that completes a pattern; nil if it is complete.
    private func rest(of item: Item) -> [UInt8]? {
        guard !isEnd(item) else { return nil }
        let text = texts[Int(item.pattern)].dropFirst(Int(item.offset)).filter { $0 != Self.star }
        guard takesMore[Int(item.pattern)] else { return text.reversed() }
        let isBehindDot = takesAny(item)
        return [Self.plainBytes[0]] + (isBehindDot ? [] : [Self.dot]) + text.reversed()
    }

    private func name(of number: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var next = number
        while states[next].parent >= 0 {
            bytes.append(states[next].byte)
            next = states[next].parent
        }
        return bytes
    }
}
