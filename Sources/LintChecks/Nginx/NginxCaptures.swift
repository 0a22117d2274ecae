/// What the expressions of a configuration capture from texts that clients write: from the path, or from a field.
///
/// Locations, `rewrite` and `if` capture. What `server_name` captures is part of the name that Demarc decides on.
struct NginxCaptures {
    /// What a group of an expression can match.
    struct Group {
        /// Whether it can match anything other than the texts that it lists, such as those of `(api|web)`.
        private(set) var varies = false
        /// Whether it can match more than letters, digits, `-` and `_`, such as the rest of an address.
        private(set) var leavesName = false
        private(set) var hasSlash = false
        /// Whether each of its texts begins with `/` or is empty, so that it ends the name of a server before it.
        private(set) var beginsWithSlash = true
        /// Whether nothing precedes in the current one of its alternatives.
        private var isAtStart = true
        private var isEmpty = true

        /// Whether it may contain a path, which replaces the target of a request.
        var replacesTarget: Bool { hasSlash || varies && leavesName }

        /// Adds a byte that the expression names.
        mutating func add(_ byte: UInt8, isOptional: Bool) {
            start(withSlash: byte == UInt8(ascii: "/") && !isOptional)
            if !NginxExpression.isOfName(byte) { leavesName = true }
            if byte == UInt8(ascii: "/") { hasSlash = true }
        }

        /// Adds what matches several texts: only those of names, or others as well.
        mutating func addAny(ofNames: Bool) {
            start(withSlash: false)
            varies = true
            if !ofNames { leavesName = true }
        }

        /// Adds a group inside it.
        mutating func add(_ inner: Group, isOptional: Bool) {
            guard !inner.isEmpty else { return }
            start(withSlash: inner.beginsWithSlash && !inner.isAtStart && !isOptional)
            (varies, leavesName) = (varies || inner.varies, leavesName || inner.leavesName)
            hasSlash = hasSlash || inner.hasSlash
        }

        /// Begins the next of its alternatives.
        mutating func startAlternative() { isAtStart = true }

        private mutating func start(withSlash: Bool) {
            isEmpty = false
            guard isAtStart else { return }
            isAtStart = false
            if !withSlash { beginsWithSlash = false }
        }

        /// Makes it stand for another group as well.
        mutating func formUnion(_ other: Group) {
            (varies, leavesName) = (varies || other.varies, leavesName || other.leavesName)
            hasSlash = hasSlash || other.hasSlash
            beginsWithSlash = beginsWithSlash && other.beginsWithSlash
        }
    }

    /// nginx has variables only for so many numbers.
    private static let mostNumbers = 9

    /// The server of each scope.
    private let servers: [Int?]
    /// The groups with a number, for each scope.
    private var numbered: [[Group]]
    /// The groups with a name, by server: such a variable keeps its value wherever nginx sends the request.
    private var named: [Int: [String: Group]] = [:]
    /// The names of those that an `if` or a `rewrite` captures, by server.
    private var capturedLate: [Int: Set<String>] = [:]
    /// The scope whose directives nginx processes, for each scope: for an `if`, the location or the server around it.
    private var owners: [Int] = []
    /// The variables that such a scope sets to what no client writes, whatever a location has captured.
    private var replaced: [Int: Set<String>] = [:]

    /// Looks at every expression.
    ///
    /// - Complexity: O(*n*) in the bytes of the configuration, plus a look-up for each `auth_request`.
    init(_ configuration: NginxConfiguration) {
        servers = configuration.scopes.map(\.server)
        numbered = servers.map { _ in [] }
        // Where the request goes on, the groups with a number remain until an expression matches.
        var remaining: [Int: [Group]] = [:]
        for (number, scope) in configuration.scopes.enumerated() {
            if scope.modifier.hasPrefix("~") {
                add(NginxExpression.groups(in: scope.pattern), to: [number], of: &remaining)
            }
            // What an `if` captures remains after it, unless it answers.
            let isLeft = scope.kind == "if" && !scope.has("return")
            let scopes = [number] + [isLeft ? scope.parent : nil].compactMap { $0 }
            let rewrites = scope.all("rewrite").map { $0.argument(0) }
            for expression in [Self.expressionOfCondition(scope)].compactMap({ $0 }) + rewrites {
                let groups = NginxExpression.groups(in: expression)
                add(groups, to: scopes, of: &remaining)
                guard let server = scope.server else { continue }
                capturedLate[server, default: []].formUnion(groups.compactMap(\.name).map { "$" + $0 })
            }
        }
        let asking = Self.askingLocations(in: configuration)
        var areHidden: [Bool] = []
        for (number, scope) in configuration.scopes.enumerated() {
            let isInside = scope.parent.map { areHidden[$0] } ?? false
            areHidden.append(isInside || scope.has("internal") || scope.isNamedLocation)
            guard let parent = scope.parent, !scope.modifier.hasPrefix("~") else { continue }
            let takesOver = areHidden[number] && scope.kind == "location" && !asking.contains(number)
            if takesOver, numbered[number].isEmpty, let server = scope.server {
                numbered[number] = remaining[server] ?? []
            } else {
                Self.add(numbered[parent], to: &numbered[number])
            }
        }
        findReplaced(in: configuration)
    }

    /// What a variable can stand for in a scope, if it is a capture; nil for any other variable.
    ///
    /// - Parameters:
    ///   - variable: Its name in lower case, with `$`.
    ///   - scope: The scope in which it is written.
    /// - Returns: The group, or several as one.
    func group(_ variable: String, in scope: Int) -> Group? {
        if let number = Int(variable.dropFirst()) {
            return numbered[scope].indices.contains(number - 1) ? numbered[scope][number - 1] : nil
        }
        guard let server = servers[scope], replaced[owners[scope]]?.contains(variable) != true else { return nil }
        return named[server]?[variable]
    }

    /// The expression of an `if` about a text that clients write; nil for any other scope.
    private static func expressionOfCondition(_ scope: NginxConfiguration.Scope) -> String? {
        guard scope.kind == "if", let words = scope.head?.arguments.map(\.text),
            let place = words.firstIndex(where: { ["~", "~*"].contains($0) }), place + 1 < words.count,
            words[..<place].contains(where: NginxLint.isWrittenByClient)
        else { return nil }
        return words[place + 1]
    }

    /// The locations that `auth_request` leads to, in a request of nginx's own: it has the names, but not the numbers.
    private static func askingLocations(in configuration: NginxConfiguration) -> Set<Int> {
        var found: Set<Int> = []
        for (number, scope) in configuration.scopes.enumerated()
        where scope.kind == "server" || scope.has("auth_request") {
            guard let server = scope.server, let path = configuration.value("auth_request", in: number),
                let location = configuration.location(for: path, in: server)
            else { continue }
            found.insert(location)
        }
        return found
    }

    private mutating func add(
        _ groups: [NginxExpression.Captured],
        to scopes: [Int],
        of remaining: inout [Int: [Group]]
    ) {
        for scope in scopes { Self.add(groups.map(\.group), to: &numbered[scope]) }
        guard let server = scopes.first.flatMap({ servers[$0] }) else { return }
        Self.add(groups.map(\.group), to: &remaining[server, default: []])
        for (name, group) in groups {
            guard let name = name.map({ "$" + $0 }) else { continue }
            var found = named[server]?[name] ?? group
            found.formUnion(group)
            named[server, default: [:]][name] = found
        }
    }

    private static func add(_ groups: [Group], to found: inout [Group]) {
        for (place, group) in groups.prefix(mostNumbers).enumerated() {
            if place < found.count {
                found[place].formUnion(group)
            } else {
                found.append(group)
            }
        }
    }

    /// Looks for variables that a location sets after its expression has captured.
    ///
    /// What an `if` or a `rewrite` captures may come later, also in nginx's request to Demarc, which has the same
    /// variables; and nginx skips a `set` after a `break`.
    private mutating func findReplaced(in configuration: NginxConfiguration) {
        var chosen: [Int: Set<String>] = [:]
        var scopesWithBreak: Set<Int> = []
        for (number, scope) in configuration.scopes.enumerated() {
            let owner = scope.kind == "if" ? scope.parent.map { owners[$0] } ?? number : number
            owners.append(owner)
            if scope.hasBreak { scopesWithBreak.insert(owner) }
            guard let server = scope.server else { continue }
            for directive in scope.all("set") {
                guard let name = NginxLint.variables(in: directive.argument(0)).first else { continue }
                if capturedLate[server]?.contains(name) == true || isChosen(directive.argument(1), in: server) {
                    chosen[owner, default: []].insert(name)
                } else if owner == number {
                    replaced[owner, default: []].insert(name)
                }
            }
        }
        for (owner, names) in chosen { replaced[owner]?.subtract(names) }
        for owner in scopesWithBreak { replaced[owner] = nil }
    }

    /// Whether the value of a `set` contains a capture, or anything else that clients write.
    private func isChosen(_ value: String, in server: Int) -> Bool {
        let variables = NginxLint.variables(in: value)
        return !NginxLint.paths.isDisjoint(with: variables) || !NginxLint.clientVariables(in: value).isEmpty
            || variables.contains { Int($0.dropFirst()) != nil || named[server]?[$0] != nil }
    }
}
