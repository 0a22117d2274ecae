import Diagnostics
import PolicyFiles

/// A configuration of nginx with its includes in place: the blocks in which requests are dealt with.
///
/// Blocks of other kinds, such as `upstream`, `map` and `stream`, are left out.
struct NginxConfiguration {
    /// A block in which directives hold: `http`, a server, a location, `if` or `limit_except`; the first is the file itself.
    struct Scope {
        let head: NginxDirective?
        /// The number of the scope around it.
        let parent: Int?
        /// The number of the server that it is, or is in.
        let server: Int?
        /// Its own directives that are not scopes, by name.
        fileprivate(set) var directives: [String: [NginxDirective]] = [:]

        var kind: String { head?.name.text ?? "" }
        /// What stands between the name and the brace, without the modifier of a location.
        var pattern: String { head?.arguments.last?.text ?? "" }
        /// `=`, `^~`, `~` or `~*` of a location.
        var modifier: String { (head?.arguments.count ?? 0) > 1 ? head?.argument(0) ?? "" : "" }
        var isNamedLocation: Bool { kind == "location" && pattern.hasPrefix("@") }

        func all(_ name: String) -> [NginxDirective] { directives[name] ?? [] }
        func has(_ name: String) -> Bool { directives[name] != nil }
    }

    /// What could not be read: a message and where.
    typealias Problem = (message: String, place: SourceRange)

    private(set) var scopes: [Scope] = []
    private(set) var problems: [Problem] = []
    private struct LocationKey: Hashable {
        let server: Int
        /// Whether only this path is meant, or the location has a name.
        let isExact: Bool
        let pattern: String
    }

    /// The locations, without those that are expressions.
    private var locations: [LocationKey: Int] = [:]
    private let sources: [SourceFile]
    private let files: [[NginxDirective]]
    private let numbers: [String: Int]
    private var isIncluded: [Bool]
    private var directivesLeft = mostDirectives

    private static let scopeNames: Set = ["http", "server", "location", "if", "limit_except"]
    /// Files that include each other several times grow without end.
    private static let mostDirectives = 200_000
    private static let mostIncludes = 32

    /// Reads a configuration.
    ///
    /// - Parameter sources: Its files, the main one first.
    /// - Complexity: O(*n*) in the bytes of the files, times how often they are included.
    init(_ sources: [SourceFile]) {
        self.sources = sources
        var problems: [Problem] = []
        files = sources.enumerated()
            .map { number, source in
                do throws(NginxDirectiveReader.Failure) {
                    return try NginxDirectiveReader.directives(of: number, source.bytes)
                } catch {
                    problems.append((error.message, source.range(error.bytes)))
                    return []
                }
            }
        numbers = Dictionary(sources.enumerated().map { ($1.path, $0) }) { first, _ in first }
        isIncluded = sources.indices.map { $0 == 0 }
        self.problems = problems
        scopes = [Scope(head: nil, parent: nil, server: nil)]
        guard problems.isEmpty, let main = files.first else { return }
        add(main, to: 0, includes: 0)
        for (number, source) in sources.enumerated() where !isIncluded[number] && directivesLeft > 0 {
            self.problems.append(("no `include` leads to this file", source.range(0..<0)))
        }
    }

    /// The place of a word.
    func place(_ word: NginxDirective.Word) -> SourceRange { sources[word.file].range(word.bytes) }

    // MARK: Looking up

    /// The directives of a name that hold in a scope: its own, or those of the nearest scope around it that has any.
    func inForce(_ name: String, in scope: Int) -> [NginxDirective] {
        var next: Int? = scope
        while let current = next {
            let found = scopes[current].all(name)
            if !found.isEmpty { return found }
            next = scopes[current].parent
        }
        return []
    }

    /// The value of a directive that is there once.
    func value(_ name: String, in scope: Int) -> String? { inForce(name, in: scope).last?.argument(0) }

    /// The location of a server that takes a path, or that has a name with `@`; nil where none does.
    ///
    /// Expressions are not tried: the location with the longest prefix is taken.
    ///
    /// - Complexity: O(*n*²) in the path, which is cut off at 256 bytes.
    func location(for path: String, in server: Int) -> Int? {
        var path = Substring(path).prefix { $0 != "?" }
        if let exact = locations[LocationKey(server: server, isExact: true, pattern: String(path))] { return exact }
        guard !path.hasPrefix("@"), path.utf8.count <= 256 else { return nil }
        while !path.isEmpty {
            if let found = locations[LocationKey(server: server, isExact: false, pattern: String(path))] {
                return found
            }
            path.removeLast()
        }
        return nil
    }

    // MARK: Includes

    private mutating func add(_ directives: [NginxDirective], to scope: Int, includes: Int) {
        for directive in directives {
            guard directivesLeft > 0 else { return }
            directivesLeft -= 1
            if directivesLeft == 0 {
                problems.append(("includes make more than \(Self.mostDirectives) directives", place(directive.name)))
                return
            }
            if directive.name.text == "include", directive.block == nil {
                include(directive, in: scope, includes: includes)
            } else if let block = directive.block, Self.scopeNames.contains(directive.name.text) {
                add(block, to: addScope(directive, in: scope), includes: includes)
            } else {
                scopes[scope].directives[directive.name.text, default: []].append(directive)
            }
        }
    }

    private mutating func addScope(_ head: NginxDirective, in parent: Int) -> Int {
        let number = scopes.count
        let server = head.name.text == "server" ? number : scopes[parent].server
        scopes.append(Scope(head: head, parent: parent, server: server))
        let scope = scopes[number]
        guard let server, scope.kind == "location", !scope.modifier.hasPrefix("~") else { return number }
        let isExact = scope.modifier == "=" || scope.isNamedLocation
        let key = LocationKey(server: server, isExact: isExact, pattern: scope.pattern)
        locations[key] = locations[key] ?? number
        return number
    }

    private mutating func include(_ directive: NginxDirective, in scope: Int, includes: Int) {
        guard includes < Self.mostIncludes else {
            problems.append(("more than \(Self.mostIncludes) includes in each other", place(directive.name)))
            return
        }
        let pattern = NginxDump.plain(PathText.resolve(directive.argument(0), besides: sources[0].path))
        let found: [Int]
        if pattern.contains(where: { "*?[".contains($0) }) {
            let glob = PathPattern(Self.simplified(pattern))
            found = sources.indices.filter { glob.matches(sources[$0].path) }
        } else if let number = numbers[pattern] {
            found = [number]
        } else {
            problems.append(("`\(Quoted.word(pattern))` is not among the files", place(directive.name)))
            return
        }
        for number in found {
            isIncluded[number] = true
            add(files[number], to: scope, includes: includes + 1)
        }
    }

    /// A pattern of the shell, where `[…]` stands for any one character: nginx has found the files already.
    private static func simplified(_ pattern: String) -> String {
        var result = ""
        var isInClass = false
        for character in pattern {
            switch character {
            case "[" where !isInClass:
                isInClass = true
                result.append("?")
            case "]" where isInClass: isInClass = false
            case "*" where result.hasSuffix("*"): break
            default: if !isInClass { result.append(character) }
            }
        }
        return result
    }
}
