/// A path pattern: `*` matches characters of one name, `?` one of them, and `**` any number of folders.
///
/// A pattern without `/` is compared with the file name only, so `*.plist` matches every property list below the
/// folder.
struct PathPattern {
    private enum Token: Equatable {
        case character(Character)
        case anyCharacter
        /// Any characters except `/`.
        case anyName
        /// Any characters.
        case anyPath
        /// Any number of whole folders, including none; the next token is always ``insideFolder``.
        case anyFolders
        /// The rest of a folder's name.
        case insideFolder
    }

    private let tokens: [Token]
    private let isName: Bool

    init(_ text: String) {
        var text = text[...]
        while text.hasPrefix("./") { text = text.dropFirst(2) }
        isName = !text.contains("/")
        var tokens: [Token] = []
        while let character = text.first {
            if text.hasPrefix("**/") {
                tokens += [.anyFolders, .insideFolder]
                text = text.dropFirst(3)
            } else if text.hasPrefix("**") {
                tokens.append(.anyPath)
                text = text.dropFirst(2)
            } else {
                tokens.append(character == "*" ? .anyName : character == "?" ? .anyCharacter : .character(character))
                text = text.dropFirst()
            }
        }
        self.tokens = tokens
    }

    /// Whether the pattern matches a path relative to the pattern's folder.
    ///
    /// - Complexity: O(*n* · *m*) in the lengths of both, for any pattern.
    func matches(_ path: String) -> Bool {
        let text = isName ? path.split(separator: "/").last.map(String.init) ?? path : path
        // The tokens that may come next, for the characters so far.
        var states = closure([0])
        for character in text {
            var next: Set<Int> = []
            for state in states where state < tokens.count {
                switch tokens[state] {
                case .character(let expected): if expected == character { next.insert(state + 1) }
                case .anyCharacter: if character != "/" { next.insert(state + 1) }
                case .anyName: if character != "/" { next.insert(state) }
                case .anyPath: next.insert(state)
                case .anyFolders: break
                case .insideFolder: next.insert(character == "/" ? state - 1 : state)
                }
            }
            states = closure(next)
            if states.isEmpty { return false }
        }
        return states.contains(tokens.count)
    }

    /// Adds the states reached without a character: after a `*`, and where folders may start.
    private func closure(_ states: Set<Int>) -> Set<Int> {
        var result = states
        var waiting = Array(states)
        while let state = waiting.popLast() {
            guard state < tokens.count else { continue }
            let reached: [Int] =
                switch tokens[state] {
                case .anyName, .anyPath: [state + 1]
                case .anyFolders: [state + 1, state + 2]
                case .character, .anyCharacter, .insideFolder: []
                }
            for other in reached where result.insert(other).inserted { waiting.append(other) }
        }
        return result
    }
}
