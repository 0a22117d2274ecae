import PropertyList

/// Property lists, and changes to them, that nobody would think of.
struct RandomPropertyLists {
    var random: Randomness
    /// The comments written so far.
    private(set) var comments: [String] = []
    private var lineBreak = "\n"
    private var unit = "\t"

    init(seed: UInt64) { random = Randomness(seed: seed) }

    // MARK: Texts

    /// A property list as XML, laid out in any way.
    mutating func text() -> String {
        lineBreak = random.pick(["\n", "\r\n", "\r", ""])
        unit = random.pick(["\t", "  ", "    ", " ", ""])
        comments = []
        let isRootArray = random.isHeads(oneIn: 4)
        let root = container(isDictionary: !isRootArray, level: random.number(0...1), depth: 0)
        return random.pick(["", "\u{FEFF}", "<?xml version=\"1.0\"?>"]) + "<plist>" + space() + root + space()
            + "</plist>" + random.pick(["", lineBreak])
    }

    private mutating func element(level: Int, depth: Int) -> String {
        switch random.number(0...(depth < 4 ? 9 : 6)) {
        case 0: random.pick(["<true/>", "<true></true>", "<true />"])
        case 1: "<integer>\(random.number(-9...9))</integer>"
        case 2: "<real>1.5</real>"
        case 3: "<data>\(lineBreak)AAEC</data>"
        case 4: "<date>2026-11-21T19:00:00Z</date>"
        case 5: "<string><![CDATA[<x>]]>&amp;</string>"
        case 6: random.pick(["<string>ä</string>", "<string/>", "<string>a\(lineBreak) b</string>"])
        default: container(isDictionary: random.isHeads(), level: level, depth: depth)
        }
    }

    private mutating func container(isDictionary: Bool, level: Int, depth: Int) -> String {
        let name = isDictionary ? "dict" : "array"
        if random.isHeads(oneIn: 6) {
            let tags = ["<\(name)/>", "<\(name) />", "<\(name)></\(name)>", "<\(name)>\(lineBreak)</\(name)>"]
            return random.pick(tags + ["<\(name)>\(space())\(comment())</\(name)>"])
        }
        let isLines = !random.isHeads(oneIn: 4)
        let inner = isLines ? lineBreak + String(repeating: unit, count: level + 1) : random.pick(["", " "])
        let outer = isLines ? lineBreak + String(repeating: unit, count: level) : random.pick(["", " "])
        let sharesLine = random.isHeads(oneIn: 3)
        var text = "<\(name)>"
        for _ in 0..<random.number(1...5) {
            if random.isHeads(oneIn: 6) { text += inner + comment() }
            text += random.isHeads(oneIn: 12) ? "" : inner
            if isDictionary {
                text += "<key>\(key())</key>\(sharesLine ? random.pick(["", " "]) : inner)"
            }
            text += element(level: level + 1, depth: depth + 1)
            if random.isHeads(oneIn: 8) { text += " " + comment() }
            if random.isHeads(oneIn: 8) { text += random.pick([" ", lineBreak]) }
        }
        return text + (random.isHeads(oneIn: 6) ? "" : outer) + "</\(name)>"
    }

    private mutating func comment() -> String {
        let text = "<!-- \(comments.count)\(random.pick(["", lineBreak, " <true/>"])) -->"
        comments.append(text)
        return text
    }

    private mutating func space() -> String { random.pick(["", " ", lineBreak, lineBreak + lineBreak]) }

    private mutating func key() -> String { random.pick(["a", "b", "c", "d", "e"]) }

    // MARK: Changes

    /// A change; most fit the tree, some do not.
    mutating func change(of tree: ChangedTree) -> PropertyListChange {
        var path: [PropertyListChange.Step] = []
        var value = tree
        while !random.isHeads(oneIn: 4) {
            switch value {
            case .dictionary(let entries) where !entries.isEmpty:
                let entry = random.pick(entries)
                path.append(.key(entry.key))
                value = entry.value
            case .array(let elements) where !elements.isEmpty:
                let position = random.number(0...elements.count - 1)
                path.append(.position(position))
                value = elements[position]
            default: break
            }
            if case .scalar = value { break }
        }
        switch random.number(0...9) {
        case 0, 1: return .set(path, new(depth: 0))
        case 2, 3: return .set(path + [.key(key())], new(depth: 0))
        case 4, 5: return .insert(path, at: random.number(0...4), (0..<random.number(0...2)).map { _ in new(depth: 1) })
        case 6: return .rename(path, to: key())
        case 7: return .insert(path + [.key(key())], at: 0, [new(depth: 2)])
        default: return .remove(path)
        }
    }

    private mutating func new(depth: Int) -> PropertyListValue {
        switch random.number(0...(depth < 3 ? 5 : 3)) {
        case 0: .boolean(random.isHeads())
        case 1: .integer(Int128(random.number(-99999...99999)))
        case 2: .string(random.pick(["", "a<b>&\"'", "ä\u{1F600}", "x\ny", " z\t\r"]))
        case 3: .string(key())
        case 4: .array((0..<random.number(0...3)).map { _ in new(depth: depth + 1) })
        default:
            .dictionary(
                ["p", "q", "r"].prefix(random.number(0...3)).map { PropertyListValue.Entry($0, new(depth: depth + 1)) }
            )
        }
    }
}
