import Diagnostics
import PolicyFiles

/// An nginx configuration with its includes expanded: the blocks that process requests.
///
/// Blocks of other kinds, such as `upstream`, `map` and `stream`, are left out. Only their includes are followed, so
/// that every file is accounted for.
struct NginxConfiguration {
    /// A block that directives apply to: `http`, a server, a location, `if` or `limit_except`. The first scope is the
    /// file itself.
    struct Scope {
        let head: NginxDirective?
        /// The number of the enclosing scope.
        let parent: Int?
        /// The number of the server that the scope is, or is inside.
        let server: Int?
        /// Its own directives by name, without nested scopes.
        fileprivate(set) var directives: [String: [NginxDirective]] = [:]

        /// The text between the name and the brace, without the modifier of a location.
        let pattern: String
        /// The modifier of a location: `=`, `^~`, `~` or `~*`.
        let modifier: String

        init(head: NginxDirective?, parent: Int?, server: Int?) {
            self.head = head
            self.parent = parent
            self.server = server
            let last = head?.lastArgument ?? ""
            guard let head, head.name.text == "location" else {
                (modifier, pattern) = ("", last)
                return
            }
            // nginx needs no space after a modifier: `=/a` is `= /a`.
            modifier =
                head.arguments.count > 1
                ? head.argument(0) : Self.modifiers.first { last.hasPrefix($0) } ?? ""
            pattern = head.arguments.count > 1 ? last : String(last.dropFirst(modifier.count))
        }

        /// `~*` is before `~`, with which it begins.
        private static let modifiers = ["=", "^~", "~*", "~"]

        var kind: String { head?.name.text ?? "" }
        var isNamedLocation: Bool { kind == "location" && modifier.isEmpty && pattern.hasPrefix("@") }

        /// Whether it is a block for some of the requests of the scope around it.
        var isConditional: Bool { ["if", "limit_except"].contains(kind) }

        /// Whether it passes requests on to a program, over any protocol.
        var passesOn: Bool { directives.keys.contains { $0.hasSuffix("_pass") } }

        /// Whether nginx may skip directives after a `break` in it.
        var hasBreak: Bool { has("break") || all("rewrite").contains { $0.argument(2) == "break" } }

        func all(_ name: String) -> [NginxDirective] { directives[name] ?? [] }
        func has(_ name: String) -> Bool { directives[name] != nil }
    }

    /// A part that could not be read: a message and the place.
    typealias Problem = (message: String, place: SourceRange)

    private(set) var scopes: [Scope] = []
    private(set) var problems: [Problem] = []
    private struct LocationKey: Hashable {
        let server: Int
        /// Whether only this exact path matches, or the location is a named location.
        let isExact: Bool
        let pattern: String
    }

    /// The locations, except those with regular expressions.
    private var locations: [LocationKey: Int] = [:]
    private let sources: [SourceFile]
    private let files: [[NginxDirective]]
    private let numbers: [String: Int]
    private var isIncluded: [Bool]
    /// For each file, the offsets of the blocks whose contents do not matter, and whose includes have been followed.
    private var skippedBlocks: [Set<Int>]
    /// The files that such includes lead to.
    private var skippedFiles: Set<Int> = []
    private var directivesLeft = mostDirectives
    private var stepsLeft = mostSteps
    /// The files that each pattern of an `include` leads to.
    private var included: [String: [Int]] = [:]

    private static let scopeNames: Set = ["http", "server", "location", "if", "limit_except"]
    /// Limits, because files that include each other several times would expand without end.
    private static let mostDirectives = 200_000
    private static let mostIncludes = 32
    /// A limit, because every scope looks at the directives that it inherits.
    private static let mostInherited = 1_000_000
    /// A limit, because the pattern of an `include` is compared with the paths of all files.
    private static let mostSteps = 10_000_000

    /// Reads a configuration.
    ///
    /// - Parameter sources: Its files, the main file first.
    /// - Complexity: O(*n*) in the bytes of the files, multiplied by how often they are included, plus the steps in
    ///   which patterns of includes are compared with paths. All of these have limits.
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
        skippedBlocks = sources.map { _ in [] }
        self.problems = problems
        scopes = [Scope(head: nil, parent: nil, server: nil)]
        guard problems.isEmpty, let main = files.first else { return }
        add(main, to: 0, includes: 0)
        for (number, source) in sources.enumerated() where !isIncluded[number] && directivesLeft > 0 {
            self.problems.append(("no `include` leads to this file", source.range(0..<0)))
        }
        if let scope = scopeOfTooManyInherited(), let head = scopes[scope].head {
            let message = "blocks inherit more than \(Self.mostInherited) directives"
            self.problems.append((message, place(head.name)))
        }
    }

    /// The scope at which the limit of inherited directives is exceeded; nil if it is kept.
    ///
    /// - Complexity: O(*n*) in the scopes.
    private func scopeOfTooManyInherited() -> Int? {
        // Only these are looked at one by one; of the others, one is in force.
        let names = ["error_page", "deny", "proxy_set_header"]
        var left = Self.mostInherited
        var inForce: [[Int]] = []
        for (number, scope) in scopes.enumerated() {
            let inherited = scope.parent.map { inForce[$0] }
            inForce.append(
                names.indices.map { name in
                    let own = scope.all(names[name]).count
                    return own > 0 ? own : inherited?[name] ?? 0
                }
            )
            left -= inForce[number].reduce(0, +)
            guard left >= 0 else { return number }
        }
        return nil
    }

    /// The place of a word.
    func place(_ word: NginxDirective.Word) -> SourceRange { sources[word.file].range(word.bytes) }

    // MARK: Lookup

    /// The directives with a name that apply to a scope: its own, or those of the nearest enclosing scope that has any.
    func inForce(_ name: String, in scope: Int) -> [NginxDirective] {
        nearest(to: scope, with: [name]).map { scopes[$0].all(name) } ?? []
    }

    /// The nearest scope that has a directive with one of the names: the scope itself, or one around it; nil if none has.
    func nearest(to scope: Int, with names: [String]) -> Int? {
        var next: Int? = scope
        while let current = next, !names.contains(where: scopes[current].has) { next = scopes[current].parent }
        return next
    }

    /// The value of a directive that occurs once.
    func value(_ name: String, in scope: Int) -> String? { inForce(name, in: scope).last?.argument(0) }

    /// Whether a flag or an enumeration has a value in a scope, in upper or lower case.
    func isSet(_ name: String, to value: String, in scope: Int) -> Bool {
        inForce(name, in: scope).last?.isSet(to: value) ?? false
    }

    /// The location of a server that matches a path, or that has a name with `@`; nil if there is none.
    ///
    /// Regular expressions are not evaluated: the location with the longest prefix wins.
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
            guard count(directive) else { return }
            if Self.isInclude(directive) {
                include(directive, in: scope, includes: includes)
            } else if let block = directive.block, Self.scopeNames.contains(directive.name.text) {
                add(block, to: addScope(directive, in: scope), includes: includes)
            } else {
                scopes[scope].directives[directive.name.text, default: []].append(directive)
                if directive.block != nil { skip([directive], includes: includes) }
            }
        }
    }

    /// Counts one more directive. False if there are too many; the first time, adds a problem.
    private mutating func count(_ directive: NginxDirective) -> Bool {
        guard directivesLeft > 0 else { return false }
        directivesLeft -= 1
        guard directivesLeft == 0 else { return true }
        problems.append(("includes make more than \(Self.mostDirectives) directives", place(directive.name)))
        return false
    }

    private static func isInclude(_ directive: NginxDirective) -> Bool {
        directive.name.text == "include" && directive.block == nil
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
        guard isBelowLimit(directive, includes) else { return }
        guard let found = files(of: directive) else {
            let pattern = Quoted.word(pattern(of: directive))
            problems.append(("`\(pattern)` is not among the files", place(directive.name)))
            return
        }
        for number in found {
            isIncluded[number] = true
            add(files[number], to: scope, includes: includes + 1)
        }
    }

    /// Follows the includes inside blocks whose contents do not matter, such as `map` and `stream`.
    ///
    /// A missing file hides nothing here: nginx prints no file for a `geo` whose binary copy it has read.
    ///
    /// - Complexity: O(*n*) in the bytes of the files, however often they are included: the place of an include makes no
    ///   difference, so each block and each file is looked at once.
    private mutating func skip(_ directives: [NginxDirective], includes: Int) {
        for directive in directives {
            if let block = directive.block {
                let name = directive.name
                guard skippedBlocks[name.file].insert(name.bytes.lowerBound).inserted else { continue }
                skip(block, includes: includes)
            } else if Self.isInclude(directive), count(directive), isBelowLimit(directive, includes) {
                for number in files(of: directive) ?? [] where skippedFiles.insert(number).inserted {
                    isIncluded[number] = true
                    skip(files[number], includes: includes + 1)
                }
            }
        }
    }

    /// Whether one more file may be included; if not, adds a problem.
    private mutating func isBelowLimit(_ directive: NginxDirective, _ includes: Int) -> Bool {
        guard includes >= Self.mostIncludes else { return true }
        problems.append(("more than \(Self.mostIncludes) nested includes", place(directive.name)))
        return false
    }

    private func pattern(of include: NginxDirective) -> String {
        NginxDump.plain(PathText.resolve(include.argument(0), besides: sources[0].path))
    }

    /// The files that an `include` leads to; nil if it names one that is missing.
    private mutating func files(of include: NginxDirective) -> [Int]? {
        let pattern = pattern(of: include)
        guard pattern.contains(where: { "*?[".contains($0) }) else { return numbers[pattern].map { [$0] } }
        if let known = included[pattern] { return known }
        let glob = PathPattern(Self.simplified(pattern))
        for source in sources { stepsLeft -= glob.steps(for: source.path) }
        guard stepsLeft >= 0 else {
            problems.append(
                ("includes take more than \(Self.mostSteps) steps to find their files", place(include.name))
            )
            // As with too many directives, nothing further is read.
            directivesLeft = 0
            return []
        }
        let found = sources.indices.filter { glob.matches(sources[$0].path) }
        included[pattern] = found
        return found
    }

    /// A shell pattern in which `[…]` is replaced by any one character: nginx has already found the files.
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
