import PropertyList
import TestSupport

/// Random property lists and changes.
struct RandomPropertyLists {
    var random: SplitMix
    /// The comments written so far.
    private(set) var comments: [String] = []
    private var lineBreak = "\n"
    private var unit = "\t"

    init(seed: UInt64) { random = SplitMix(seed: seed) }

    // MARK: Texts

    /// A property list as XML, with a random layout.
    mutating func text() -> String {
        lineBreak = random.one(of: ["\n", "\r\n", "\r", ""])
        unit = random.one(of: ["\t", "  ", "    ", " ", ""])
        comments = []
        let isRootArray = random.once(in: 4)
        let root = container(isDictionary: !isRootArray, level: random.number(in: 0...1), depth: 0)
        return random.one(of: ["", "\u{FEFF}", "<?xml version=\"1.0\"?>"]) + "<plist>" + space() + root + space()
            + "</plist>" + random.one(of: ["", lineBreak])
    }

    private mutating func element(level: Int, depth: Int) -> String {
        switch random.number(in: 0...(depth < 4 ? 9 : 6)) {
        case 0: random.one(of: ["<true/>", "<true></true>", "<true />"])
        case 1: "<integer>\(random.number(in: -9...9))</integer>"
        case 2: "<real>1.5</real>"
        case 3: "<data>\(lineBreak)AAEC</data>"
        case 4: "<date>2026-11-21T19:00:00Z</date>"
        case 5: "<string><![CDATA[<x>]]>&amp;</string>"
        case 6: random.one(of: ["<string>ä</string>", "<string/>", "<string>a\(lineBreak) b</string>"])
        default: container(isDictionary: random.once(in: 2), level: level, depth: depth)
        }
    }

    private mutating func container(isDictionary: Bool, level: Int, depth: Int) -> String {
        let name = isDictionary ? "dict" : "array"
        if random.once(in: 6) {
            let tags = ["<\(name)/>", "<\(name) />", "<\(name)></\(name)>", "<\(name)>\(lineBreak)</\(name)>"]
            return random.one(of: tags + ["<\(name)>\(space())\(comment())</\(name)>"])
        }
        let isLines = !random.once(in: 4)
        let inner = isLines ? lineBreak + String(repeating: unit, count: level + 1) : random.one(of: ["", " "])
        let outer = isLines ? lineBreak + String(repeating: unit, count: level) : random.one(of: ["", " "])
        let sharesLine = random.once(in: 3)
        var text = "<\(name)>"
        for _ in 0..<random.number(in: 1...5) {
            if random.once(in: 6) { text += inner + comment() }
            text += random.once(in: 12) ? "" : inner
            if isDictionary {
                text += "<key>\(key())</key>\(sharesLine ? random.one(of: ["", " "]) : inner)"
            }
            text += element(level: level + 1, depth: depth + 1)
            if random.once(in: 8) { text += " " + comment() }
            if random.once(in: 8) { text += random.one(of: [" ", lineBreak]) }
        }
        return text + (random.once(in: 6) ? "" : outer) + "</\(name)>"
    }

    private mutating func comment() -> String {
        let text = "<!-- \(comments.count)\(random.one(of: ["", lineBreak, " <true/>"])) -->"
        comments.append(text)
        return text
    }

    private mutating func space() -> String { random.one(of: ["", " ", lineBreak, lineBreak + lineBreak]) }

    private mutating func key() -> String { random.one(of: ["a", "b", "c", "d", "e"]) }

    // MARK: Changes

    /// A change; most fit the tree, and some do not.
    mutating func change(of tree: ChangedTree) -> PropertyListChange {
        var path: [PropertyListChange.Step] = []
        var value = tree
        while !random.once(in: 4) {
            switch value {
            case .dictionary(let entries) where !entries.isEmpty:
                let entry = random.one(of: entries)
                path.append(.key(entry.key))
                value = entry.value
            case .array(let elements) where !elements.isEmpty:
                let position = random.number(in: 0...elements.count - 1)
                path.append(.position(position))
                value = elements[position]
            default: break
            }
            if case .scalar = value { break }
        }
        switch random.number(in: 0...9) {
        case 0, 1: return .set(path, new(depth: 0))
        case 2, 3: return .set(path + [.key(key())], new(depth: 0))
        case 4, 5:
            return .insert(
                path,
                at: random.number(in: 0...4),
                (0..<random.number(in: 0...2)).map { _ in new(depth: 1) }
            )
        case 6: return .rename(path, to: key())
        case 7: return .insert(path + [.key(key())], at: 0, [new(depth: 2)])
        default: return .remove(path)
        }
    }

    private mutating func new(depth: Int) -> PropertyListValue {
        switch random.number(in: 0...(depth < 3 ? 5 : 3)) {
        case 0: .boolean(random.once(in: 2))
        case 1: .integer(Int128(random.number(in: -99999...99999)))
        case 2: .string(random.one(of: ["", "a<b>&\"'", "ä\u{1F600}", "x\ny", " z\t\r"]))
        case 3: .string(key())
        case 4: .array((0..<random.number(in: 0...3)).map { _ in new(depth: depth + 1) })
        default:
            .dictionary(
                ["p", "q", "r"].prefix(random.number(in: 0...3)).map {
                    PropertyListValue.Entry($0, new(depth: depth + 1))
                }
            )
        }
    }
}
