/// The folders of a target that use types declared in other folders of the same target.
///
/// It reads text, because a test cannot query the compiler. A name belongs to the folder that declares it, if only one
/// does. Nested types are not considered: code that uses a nested type also names the enclosing type, or lets the
/// compiler infer it. Private types are not considered either, because no other file can use them.
struct FolderGraph {
    /// One folder uses another.
    struct Arrow: Hashable {
        let user: String
        let used: String
    }

    /// Two folders that use each other.
    struct Pair: Hashable, CustomStringConvertible {
        /// The first in alphabetical order.
        let first: String
        let second: String

        init(_ first: String, _ second: String) {
            (self.first, self.second) = first < second ? (first, second) : (second, first)
        }

        var description: String { "\(first) ↔ \(second)" }
    }

    /// The names that one folder uses from another.
    let names: [Arrow: Set<String>]

    /// - Parameter files: The source of each file, with its folder. Files at the top of a target are in the folder `.`.
    init(_ files: [(folder: String, source: String)]) {
        let read = files.map { (folder: $0.folder, words: SourceWords($0.source)) }
        var owners: [String: Set<String>] = [:]
        for (folder, words) in read {
            for name in words.declared { owners[name, default: []].insert(folder) }
        }
        var names: [Arrow: Set<String>] = [:]
        for (folder, words) in read {
            for name in words.used {
                guard let owner = owners[name], owner.count == 1, let used = owner.first, used != folder else {
                    continue
                }
                names[Arrow(user: folder, used: used), default: []].insert(name)
            }
        }
        self.names = names
    }

    /// The pairs of folders that use each other.
    var pairs: Set<Pair> {
        Set(names.keys.filter { names[Arrow(user: $0.used, used: $0.user)] != nil }.map { Pair($0.user, $0.used) })
    }

    /// The folders of one cycle that remains without `pairs`, each using the next and the last using the first; nil if
    /// there is no cycle.
    func circle(without pairs: Set<Pair>) -> [String]? {
        var next: [String: [String]] = [:]
        for arrow in names.keys.sorted(by: { ($0.user, $0.used) < ($1.user, $1.used) })
        where !pairs.contains(Pair(arrow.user, arrow.used)) {
            next[arrow.user, default: []].append(arrow.used)
        }
        var done: Set<String> = []
        var path: [String] = []
        func search(_ folder: String) -> [String]? {
            if let start = path.firstIndex(of: folder) { return Array(path[start...]) }
            guard done.insert(folder).inserted else { return nil }
            path.append(folder)
            defer { path.removeLast() }
            for used in next[folder] ?? [] {
                if let circle = search(used) { return circle }
            }
            return nil
        }
        for folder in next.keys.sorted() {
            if let circle = search(folder) { return circle }
        }
        return nil
    }

    /// Why two folders count as using each other, for a message.
    func explanation(of pair: Pair) -> String {
        func list(_ user: String, _ used: String) -> String {
            let sorted = (names[Arrow(user: user, used: used)] ?? []).sorted()
            return "\(user) uses \(sorted.prefix(5).joined(separator: ", "))\(sorted.count > 5 ? ", …" : "")"
        }
        return list(pair.first, pair.second) + "; " + list(pair.second, pair.first)
    }
}

/// The names of the types that a file declares for other files, and the names that it uses.
private struct SourceWords {
    private(set) var declared: Set<String> = []
    private(set) var used: Set<String> = []

    private static let declarations: Set<String> = ["struct", "class", "enum", "protocol", "actor", "typealias"]

    init(_ source: String) {
        // What each open brace belongs to. Types count if every scope around them is an extension.
        var scopes: [Bool] = []
        var isExtension = false
        var isPrivate = false
        var previous = ""
        var word: [UInt8] = []

        func finish() {
            guard let first = word.first else { return }
            let text = String(decoding: word, as: UTF8.self)
            word.removeAll(keepingCapacity: true)
            if (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) {
                used.insert(text)
                if Self.declarations.contains(previous), !isPrivate, scopes.allSatisfy(\.self) { declared.insert(text) }
            }
            switch text {
            case "private", "fileprivate": isPrivate = true
            case "extension": isExtension = true
            case let text where Self.declarations.contains(text): isExtension = false
            default: break
            }
            previous = text
        }

        for byte in SourceText(source).code.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
                word.append(byte)
            default:
                finish()
                switch byte {
                case UInt8(ascii: "{"):
                    scopes.append(isExtension)
                    (isExtension, isPrivate) = (false, false)
                case UInt8(ascii: "}"): _ = scopes.popLast()
                case UInt8(ascii: "\n"): isPrivate = false
                default: break
                }
            }
        }
        finish()
    }
}
