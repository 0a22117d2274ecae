/// What the variables in a text stand for: what clients write, and what it makes of an address.
extension NginxLint {
    /// What the names of variables begin with that the client controls, so that it can choose their values freely.
    private static let clientPrefixes = ["$http_", "$arg_", "$cookie_", "$args", "$query_string"]
    /// The variables with the path that nginx has decoded.
    private static let decodedPaths: Set = ["$uri", "$document_uri", "$fastcgi_script_name", "$fastcgi_path_info"]
    /// The variables that contain the path of the client's request.
    static let paths = decodedPaths.union(["$request_uri", "$request", "$request_filename"])

    /// The variables in a text, with `${name}` as `$name`. nginx ignores upper and lower case in names, and the number
    /// of a capture is one digit.
    static func variables(in text: String) -> [String] {
        text.split(separator: "$", omittingEmptySubsequences: false).dropFirst()
            .map { part in
                let name = part.drop { $0 == "{" }.prefix(while: isOfName)
                return "$" + (name.first?.isNumber == true ? String(name.prefix(1)) : name.lowercased())
            }
    }

    private static func isOfName(_ character: Character) -> Bool {
        character == "_" || character.isASCII && (character.isLetter || character.isNumber)
    }

    // MARK: What clients write

    /// The variables in a text that the client controls.
    static func clientVariables(in text: String) -> [String] {
        variables(in: text).filter { name in clientPrefixes.contains { name.hasPrefix($0) } }
    }

    /// Whether a text contains what clients write, apart from the name that Demarc decides on.
    static func isWrittenByClient(_ text: String) -> Bool {
        !paths.isDisjoint(with: variables(in: text)) || clientVariables(in: text).contains { $0 != "$http_host" }
    }

    /// A variable with which a client chooses an address, a name or a method; nil if there is none.
    func clientChoice(by directive: NginxDirective, in scope: Int) -> String? {
        let text = directive.lastArgument
        let isAddress = directive.name.text.hasSuffix("_pass")
        return Self.clientChoice(in: text)
            ?? (isAddress ? capturedServer(in: text, of: scope) : capturedChoice(in: text, of: scope))
    }

    /// `$http_host` is compared with the other authority, and the query is part of what Demarc is told.
    private static func clientChoice(in word: String) -> String? {
        let word = String(word.prefix { $0 != "?" })
        let path = variables(in: word).prefix { $0 != "$is_args" }
        return clientVariables(in: path.joined()).first { $0 != "$http_host" }
    }

    /// A capture with which a client chooses any text; nil if there is none. In a group such as `(api|web)` the
    /// configuration lists the texts.
    func capturedChoice(in text: String, of scope: Int) -> String? {
        Self.variables(in: String(text.prefix { $0 != "?" }))
            .first { captures.group($0, in: scope)?.varies ?? false }
    }

    /// A capture with which a client chooses the server in an address; nil if there is none.
    ///
    /// Beside a fixed part of the name, a capture without dots leads only to servers that are named so, such as
    /// `$1.svc.cluster.local`: clients choose one of them by the path that Demarc is told.
    private func capturedServer(in address: String, of scope: Int) -> String? {
        let address = String(address.prefix { $0 != "?" })
        if let socket = Self.socket(in: address) {
            let name = socket.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
            let isPartlyFixed = Self.hasFixedPart(String(name))
            return Self.variables(in: String(socket))
                .first { variable in
                    guard let group = captures.group(variable, in: scope) else { return false }
                    return group.varies && (group.leavesName || !isPartlyFixed)
                }
        }
        let rest = Self.afterScheme(address)
        let server = rest.prefix { $0 != "/" }
        let name = String(server.prefix { $0 != ":" })
        let port = String(server.dropFirst(name.count))
        let isPartlyFixed = Self.hasFixedPart(name)
        for (text, isLimited) in [(name, isPartlyFixed), (port, false)] {
            for variable in Self.variables(in: text) {
                guard let group = captures.group(variable, in: scope) else { continue }
                // The target begins here.
                if group.beginsWithSlash { return nil }
                if group.varies, group.leavesName || !isLimited { return variable }
            }
        }
        return nil
    }

    /// Whether a text has a letter, or a number with a dot, outside its variables.
    private static func hasFixedPart(_ text: String) -> Bool {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false)
        let rests = parts.dropFirst().map { $0.drop { $0 == "{" }.drop(while: isOfName) }
        return (parts.prefix(1) + rests)
            .contains { part in
                part.contains(where: \.isLetter) || part.contains(".") && part.contains(where: \.isNumber)
            }
    }

    /// A variable with which a client chooses the server or the binding that is asked; nil if there is none.
    ///
    /// Nothing compares the name of the server with others. The name of the binding may be one that Demarc is told.
    func askedChoice(in address: String, of location: Int, told: [String]) -> String? {
        if let written = Self.clientChoice(in: address) ?? capturedChoice(in: address, of: location) { return written }
        let path = String(address.prefix { $0 != "?" })
        let server = String((Self.afterSocket(path) ?? "").prefix { $0 != "/" })
        return Self.variables(in: server).first(where: Self.authorities.contains)
            ?? Self.variables(in: path).first { $0 == "$ssl_server_name" && !told.contains($0) }
    }

    // MARK: Addresses

    /// Whether an address replaces the target that the client wrote: with its own path, with a capture that may be a
    /// path, or with `$uri`. nginx has decoded these, but `$request_uri` is what the client wrote.
    func replacesTarget(_ address: String, in scope: Int) -> Bool {
        guard let rest = Self.afterSocket(address) else { return false }
        let path = Self.variables(in: String(rest.prefix { $0 != "?" }))
        if path.contains(where: { captures.group($0, in: scope)?.replacesTarget ?? false }) { return true }
        guard address.contains("://") else { return false }
        return rest.contains("/") || !Self.decodedPaths.isDisjoint(with: Self.variables(in: String(rest)))
    }

    private static func afterScheme(_ address: String) -> Substring {
        address.firstRange(of: "://").map { address[$0.upperBound...] } ?? address[...]
    }

    /// The path of the socket in an address; nil if there is none.
    private static func socket(in address: String) -> Substring? {
        let rest = afterScheme(address)
        return rest.hasPrefix("unix:") ? rest.dropFirst("unix:".count).prefix { $0 != ":" } : nil
    }

    /// What follows the scheme of an address and the path of a socket; nil if only a socket follows.
    static func afterSocket(_ address: String) -> Substring? {
        guard let socket = socket(in: address) else { return afterScheme(address) }
        return socket.endIndex < address.endIndex ? address[socket.endIndex...].dropFirst() : nil
    }

    /// The servers in each `proxy_pass` of each scope, as they are written.
    ///
    /// The same variable may stand for two servers if a location sets it, so what a location and the blocks in it set
    /// it to is a part of the name.
    ///
    /// - Complexity: O(*n*) in the directives.
    static func serversPassedOnTo(in configuration: NginxConfiguration) -> [Set<String>] {
        let owners = configuration.scopes.enumerated()
            .map { number, scope in scope.isConditional ? scope.parent ?? number : number }
        var values: [Int: [String: [String]]] = [:]
        for (number, scope) in configuration.scopes.enumerated() where scope.server != owners[number] {
            for set in scope.all("set") {
                guard let name = variables(in: set.argument(0)).first else { continue }
                values[owners[number], default: [:]][name, default: []].append(set.argument(1))
            }
        }
        // A number stands for all that a variable is set to, so that names remain short.
        var numbers: [[String]: Int] = [:]
        var settings: [Int: [String: Int]] = [:]
        for (owner, variables) in values {
            for (name, texts) in variables {
                let setting = numbers[texts] ?? numbers.count
                numbers[texts] = setting
                settings[owner, default: [:]][name] = setting
            }
        }
        return configuration.scopes.enumerated()
            .map { number, scope in
                Set(
                    scope.all("proxy_pass")
                        .compactMap { pass -> String? in
                            guard let name = server(in: pass.argument(0)) else { return nil }
                            let set = variables(in: name).map { settings[owners[number]]?[$0].map { "\($0)" } ?? "" }
                            return ([name] + set).joined(separator: " ")
                        }
                )
            }
    }

    /// The server in an address, or the path of its socket; nil if there is none.
    private static func server(in address: String) -> String? {
        (socket(in: address) ?? afterSocket(address)?.prefix { $0 != "/" }).map { String($0) }
    }
}
