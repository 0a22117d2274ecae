import DocumentReading
import PropertyList

/// Lists in strings, in base64 or as JSON, and in the XML next to an OMA-URI.
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
    /// A string that is JSON contains a list only if the list's name is a key of it, or names a setting there. Anywhere
    /// else, as in the address of a bookmark, the name says nothing. Texts such as `[see] URLBlocklist` are no JSON.
    mutating func noteEncoded(_ node: DocumentNode, in outer: Surroundings) {
        guard let entry = outer.key, !outer.isDisabled, case .scalar(let text, isPlain: false) = node.content else {
            return
        }
        let isBase64 = ["encodedsettingxml", "payloadjson", "encodedchromepolicy"].contains(entry.key.lowercased())
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
        var named: [(name: Name, isOld: Bool)] = []
        if let json, nestingLeft > 0 {
            named = BrowserPolicyLists(root: json.root, nestingLeft: nestingLeft - 1).foundNames
        } else {
            // XML, or JSON in strings in strings.
            for key in mentioned {
                if let name = Name.names[key] { named.append((name, Name.isOld(key))) }
            }
        }
        for name in Name.allCases {
            let found = named.filter { $0.name == name }
            guard !found.isEmpty else { continue }
            let isOld = found.allSatisfy { $0.isOld }
            passOver(name, isOld: isOld, at: entry, isBase64 ? .base64 : .json, in: outer)
        }
    }

    private mutating func passOver(
        _ name: Name,
        isOld: Bool,
        at entry: DocumentNode.Entry,
        _ form: PassedOver.Encoding.Form,
        in outer: Surroundings
    ) {
        if let owner = outer.owner { return passOver(name, at: entry.keyPlace, .ofExtension(owner)) }
        let encoding = PassedOver.Encoding(key: entry.key, form: form, isOldName: isOld, isRead: true)
        passOver(name, at: entry.keyPlace, .encoded(encoding))
    }

    /// Notes the list that an object sets by an OMA-URI, such as `…/Chrome~Policy~googlechrome/URLBlocklist`. Its value
    /// is XML, or base64 of XML.
    ///
    /// - Returns: Whether the object is about a list.
    mutating func noteOMAURI(_ entries: [DocumentNode.Entry], in outer: Surroundings) -> Bool {
        guard let entry = entries.first(where: { $0.key.lowercased() == "omauri" }),
            case .scalar(let address, isPlain: false) = entry.value.content,
            let last = address.split(separator: "/").last.map(String.init),
            let name = Name(key: last, spelling: .anyCase)
        else { return false }
        let value = entries.first { $0.key.lowercased() == "value" }?.value
        // A list that is disabled is not set.
        if case .scalar(let text, isPlain: false)? = value?.content,
            text.drop(while: \.isWhitespace).lowercased().hasPrefix("<disabled")
        {
            return true
        }
        passOver(name, isOld: Name.isOld(last), at: entry, .omaURI, in: outer)
        return true
    }

    /// The names of the lists that were found, also those in strings and lost ones, and whether each is an old name.
    private var foundNames: [(name: Name, isOld: Bool)] {
        var found: [(name: Name, isOld: Bool)] = []
        for list in lists { found.append((list.name, list.oldName != nil)) }
        for list in passedOver {
            switch list.reason {
            case .encoded(let encoding) where encoding.isRead: found.append((list.name, encoding.isOldName))
            case .oldName(_, isLoss: true): found.append((list.name, true))
            case .encoded, .oldName, .ofExtension, .otherCase, .disabled, .empty: break
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
            return encoding.isRead && !encoding.isOldName
        }
        guard hasCurrentName || isEncodedCurrent else { return }
        passedOver = passedOver.compactMap { list in
            guard case .encoded(var encoding) = list.reason, encoding.isOldName else { return list }
            guard list.name == .urlBlocklist, !hasBlockList else { return nil }
            encoding.isRead = false
            return PassedOver(name: list.name, keyRange: list.keyRange, reason: .encoded(encoding))
        }
    }
}
