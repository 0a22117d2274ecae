/// A path pattern: `*` matches characters of one name, `?` one of them, and `**` any number of folders.
///
/// A pattern without `/` is compared with the file name only, so `*.plist` matches every property list below the
/// folder, and `./*.plist` those of the folder itself.
package struct PathPattern {
    private enum Token: Equatable {
        case scalar(Unicode.Scalar)
        case anyScalar
        /// Any scalars except `/`.
        case anyName
        /// Any scalars.
        case anyPath
        /// Any number of whole folders, including none; the next token is always ``insideFolder``.
        case anyFolders
        /// The rest of a folder's name.
        case insideFolder
    }

    /// The text before the first wildcard, with which most paths are ruled out.
    private let prefix: [UInt8]
    /// The tokens after the prefix.
    private let tokens: [Token]
    private let isName: Bool

    package init(_ text: String) {
        var text = text[...]
        // A file of the folder itself is named with `./`: without it, `x.yaml` is the name of files in any folder.
        isName = !text.unicodeScalars.contains("/")
        while text.hasPrefix("./") { text = text.dropFirst(2) }
        let literal = text.unicodeScalars.prefix { $0 != "*" && $0 != "?" }
        prefix = Array(String(literal).utf8)
        var scalars = text.unicodeScalars[literal.endIndex...]
        var tokens: [Token] = []
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "*" where scalars.starts(with: "*/".unicodeScalars):
                tokens += [.anyFolders, .insideFolder]
                scalars.removeFirst(2)
            case "*" where scalars.first == "*":
                tokens.append(.anyPath)
                scalars.removeFirst()
            case "*": tokens.append(.anyName)
            case "?": tokens.append(.anyScalar)
            default: tokens.append(.scalar(scalar))
            }
        }
        self.tokens = tokens
    }

    /// Whether the pattern matches a path relative to the pattern's folder.
    ///
    /// - Complexity: O(*n* · *m*) in the lengths of both, for any pattern.
    package func matches(_ path: String) -> Bool {
        guard let rest = rest(of: path) else { return false }
        // Whether each token may come next, for the scalars so far; the last is the end of the pattern.
        var states = Array(repeating: false, count: tokens.count + 1)
        reach(0, in: &states)
        for scalar in rest.unicodeScalars {
            var next = Array(repeating: false, count: tokens.count + 1)
            for (state, token) in tokens.enumerated() where states[state] {
                switch token {
                case .scalar(let expected): if expected == scalar { reach(state + 1, in: &next) }
                case .anyScalar: if scalar != "/" { reach(state + 1, in: &next) }
                case .anyName: if scalar != "/" { reach(state, in: &next) }
                case .anyPath: reach(state, in: &next)
                case .anyFolders: break
                case .insideFolder: reach(scalar == "/" ? state - 1 : state, in: &next)
                }
            }
            states = next
        }
        return states[tokens.count]
    }

    /// The most steps that ``matches(_:)`` takes for a path.
    func steps(for path: String) -> Int { rest(of: path).map { (tokens.count + 1) * ($0.utf8.count + 1) } ?? 1 }

    /// The part of a path that is compared with the tokens; nil if the text before the first wildcard rules it out.
    private func rest(of path: String) -> Substring? {
        var text = path[...]
        if isName, let slash = text.utf8.lastIndex(of: UInt8(ascii: "/")) {
            text = text[text.utf8.index(after: slash)...]
        }
        guard text.utf8.starts(with: prefix) else { return nil }
        return text[text.utf8.index(text.startIndex, offsetBy: prefix.count)...]
    }

    /// Adds a state, and those reached from it without a scalar: after a `*`, and where folders may start.
    private func reach(_ first: Int, in states: inout [Bool]) {
        var state = first
        while !states[state] {
            states[state] = true
            guard state < tokens.count else { return }
            switch tokens[state] {
            case .anyName, .anyPath: state += 1
            case .anyFolders:
                states[state + 1] = true
                state += 2
            case .scalar, .anyScalar, .insideFolder: return
            }
        }
    }
}
