import DocumentReading
import PropertyList

/// Lists in strings, in base64 or as JSON.
extension BrowserPolicyLists {
    /// The value that a string contains as JSON; nil if it contains something else.
    ///
    /// - Complexity: O(*n*) in the bytes of the string.
    static func json(in text: String) -> (root: DocumentNode, hasRepeatedKeys: Bool)? {
        let bounds = ReadingBounds()
        let json = BrowserJSONText.blanked(Array(text.utf8))
        var reader = JSONReader(json, file: 0, depthLimit: bounds.depth, nodeLimit: bounds.nodes)
        guard let root = try? reader.read() else { return nil }
        return (root, !reader.repeatedKeys.isEmpty)
    }

    /// Notes the lists that a string contains in an encoded form.
    ///
    /// A string that is JSON and has a list by its name is certain to be a policy. If the name occurs elsewhere in the
    /// JSON, as in the address of a bookmark, it only seems to be one. Texts such as `[see] URLBlocklist` are no JSON.
    mutating func noteEncoded(_ node: DocumentNode, in outer: Surroundings) {
        guard let entry = outer.key, case .scalar(let text, isPlain: false) = node.content else { return }
        let isBase64 = ["encodedsettingxml", "payloadjson"].contains(entry.key.lowercased())
        var content = text
        if isBase64 {
            guard case .success(let bytes) = Base64Text.decode(Array(text.utf8)) else { return }
            content = String(decoding: bytes, as: UTF8.self)
        } else {
            let first = text.utf8.first { $0 != 0x20 && !(0x09...0x0D).contains($0) }
            guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return }
        }
        let mentioned = Name.names.keys.filter { content.contains($0) }
        guard !mentioned.isEmpty else { return }
        let json = Self.json(in: content)
        guard isBase64 || json != nil else { return }
        var certain: [(name: Name, isOld: Bool)] = []
        if let json, nestingLeft > 0 {
            certain = BrowserPolicyLists(root: json.root, nestingLeft: nestingLeft - 1).foundNames
        } else {
            // XML, or JSON in strings in strings.
            for key in mentioned {
                if let name = Name.names[key] { certain.append((name, Name.isOld(key))) }
            }
        }
        for name in Name.allCases {
            let found = certain.filter { $0.name == name }
            let keys = mentioned.filter { Name.names[$0] == name }
            if let owner = outer.owner {
                if !found.isEmpty { passOver(name, at: entry.keyPlace, .ofExtension(owner)) }
            } else if !found.isEmpty || !keys.isEmpty {
                let isOld = found.isEmpty ? keys.allSatisfy(Name.isOld) : found.allSatisfy { $0.isOld }
                let encoding = PassedOver.Encoding(
                    key: entry.key,
                    isBase64: isBase64,
                    isOldName: isOld,
                    isCertain: !found.isEmpty
                )
                passOver(name, at: entry.keyPlace, .encoded(encoding))
            }
        }
    }

    /// The names of the lists that were found, also those in strings and lost ones, and whether each is an old name.
    private var foundNames: [(name: Name, isOld: Bool)] {
        var found: [(name: Name, isOld: Bool)] = []
        for list in lists { found.append((list.name, list.oldName != nil)) }
        for list in passedOver {
            switch list.reason {
            case .encoded(let encoding) where encoding.isCertain: found.append((list.name, encoding.isOldName))
            case .oldName(_, isLoss: true): found.append((list.name, true))
            case .encoded, .oldName, .ofExtension, .otherCase: break
            }
        }
        return found
    }

    /// Forgets the encoded lists with old names if a list has its current name: browsers that know it ignore them. Only
    /// a block list without another one in force is still reported, but it does not make the file unusable.
    ///
    /// - Parameters:
    ///   - hasCurrentName: Whether a list of the file has its current name.
    ///   - hasBlockList: Whether such a list is a block list in force that is not empty.
    mutating func passOverEncodedOldNames(besideCurrent hasCurrentName: Bool, hasBlockList: Bool) {
        let isEncodedCurrent = passedOver.contains { list in
            guard case .encoded(let encoding) = list.reason else { return false }
            return encoding.isCertain && !encoding.isOldName
        }
        guard hasCurrentName || isEncodedCurrent else { return }
        passedOver = passedOver.compactMap { list in
            guard case .encoded(var encoding) = list.reason, encoding.isOldName else { return list }
            guard list.name == .urlBlocklist, !hasBlockList else { return nil }
            encoding.isCertain = false
            return PassedOver(name: list.name, keyRange: list.keyRange, reason: .encoded(encoding))
        }
    }
}
