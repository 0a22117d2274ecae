import ByteText
package import Diagnostics
import DocumentReading
import PropertyList

/// The allow and block lists in a browser's policy or an app configuration, anywhere in the JSON.
///
/// | written by | form |
/// |---|---|
/// | a policy file | `"URLBlocklist": ["contoso.com"]` |
/// | a managed configuration for Android | `"URLBlocklist": "[\"contoso.com\"]"` |
/// | the same as properties | `{"key": "URLBlocklist", "valueString": "[\"contoso.com\"]"}` |
/// | an export of the browser's policy page | `"URLBlocklist": {"value": ["contoso.com"], "ignored": true, …}` |
/// | an app configuration in Graph | `{"name": "….AllowListURLs", "value": "https://a.example|https://b.example"}` |
/// | an app configuration by device management | the same as `appConfigKey` and `appConfigKeyValue` |
/// | a settings catalog in Graph | `{"settingDefinitionId": "…_urlblocklistdesc", "simpleSettingCollectionValue": […]}` |
/// | the same for macOS | `"com.apple.managedclient.preferences_urlblocklist"` |
///
/// Comments and commas after the last element are accepted, as browsers do.
package struct BrowserPolicyLists {
    /// The reason why a file cannot be read.
    package struct Unreadable: Error {
        /// The finding that describes the reason.
        package let finding: Diagnostic
    }

    /// An entry of a list.
    package struct Entry {
        package let text: String
        /// The range of the entry in the file.
        package let range: Range<Int>
        /// Whether the text is a verbatim copy of the file's bytes.
        package let isVerbatim: Bool
    }

    /// A list.
    package struct List {
        package let name: Name
        /// The range of its name.
        package let keyRange: Range<Int>
        /// The key that names it, if this is a name that browsers no longer know.
        package let oldName: String?
        package internal(set) var entries: [Entry] = []
        /// The ranges of values that are not entries.
        package internal(set) var others: [Range<Int>] = []
        /// The range of the whole value if that is no list in any form; then nothing of it was read.
        package internal(set) var mistyped: Range<Int>?
        /// Whether the browser ignores the whole list, according to its policy page. Its entries are not read.
        package internal(set) var isIgnored = false
        /// What the browser's policy page says is wrong with the list.
        package internal(set) var error: String?
    }

    /// The file as UTF-8 text, which ranges refer to.
    package private(set) var source: SourceFile
    /// The lists, in file order.
    package private(set) var lists: [List] = []
    /// What was not read although it has the name of a list, in file order, with old names after all others.
    package private(set) var passedOver: [PassedOver] = []
    /// The entries, if the file is only a list of strings.
    package private(set) var bareList: List?

    /// Reads a file.
    ///
    /// - Throws: ``Unreadable`` if the file is not JSON.
    /// - Complexity: O(*n*) in the bytes.
    package init(_ file: SourceFile) throws(Unreadable) {
        source = file
        let bounds = ReadingBounds()
        do throws(JSONProblem) {
            let text = try JSONFileText(file.bytes)
            source = SourceFile(path: file.path, bytes: text.bytes)
            let json = BrowserJSONText.blanked(text.bytes)
            var reader = JSONReader(json, file: 0, depthLimit: bounds.depth, nodeLimit: bounds.nodes)
            let root = try reader.read()
            if let repeated = reader.repeatedKeys.first {
                throw JSONProblem(
                    .duplicateKey,
                    "the key `\(Quoted.word(repeated.key))` appears twice",
                    at: repeated.place.offsets,
                    help: "keep one of them"
                )
            }
            if case .sequence(let elements) = root.content, elements.allSatisfy(\.isText) {
                var list = List(
                    name: .urlBlocklist,
                    keyRange: root.place.offsets.lowerBound..<root.place.offsets.lowerBound + 1,
                    oldName: nil
                )
                list.read(root)
                bareList = list
            }
            visit(root, at: nil, inExtension: nil)
            passOverOldNames()
        } catch {
            throw Unreadable(
                finding: Diagnostic(
                    code: error.code.rawValue,
                    message: error.message,
                    places: [source.range(error.offsets)],
                    help: error.help
                )
            )
        }
    }

    /// The lists with a name.
    package func lists(called name: Name) -> [List] { lists.filter { $0.name == name } }

    // MARK: Finding

    /// The depth of the file bounds the recursion.
    ///
    /// - Parameters:
    ///   - node: The value.
    ///   - key: Its key, or that of the list that it is in.
    ///   - owner: The key of an extension's settings around it. An extension's list is not the browser's.
    private mutating func visit(_ node: DocumentNode, at key: DocumentNode.Entry?, inExtension owner: String?) {
        switch node.content {
        case .scalar: if let key { noteEncoded(node, at: key) }
        case .sequence(let elements): for element in elements { visit(element, at: key, inExtension: owner) }
        case .mapping(let entries):
            if let (key, value) = Self.setting(entries), let name = Name(key: key.text, ignoresCase: true) {
                add(value, called: name, by: key.text, at: key.place, inExtension: owner)
                return
            }
            for entry in entries {
                if let name = Name(key: entry.key, ignoresCase: false) {
                    add(entry.value, called: name, by: entry.key, at: entry.keyPlace, inExtension: owner)
                } else if let name = Name(key: entry.key, ignoresCase: true) {
                    // Google's API for policies writes names in another case, in the object `value`.
                    if owner != nil || key?.key == "value" {
                        add(entry.value, called: name, by: entry.key, at: entry.keyPlace, inExtension: owner)
                    } else {
                        passOver(name, at: entry.keyPlace, .otherCase(entry.key))
                    }
                } else {
                    let inner = Self.isExtension(entry.key, below: key?.key) ? entry.key : nil
                    visit(entry.value, at: entry, inExtension: owner ?? inner)
                }
            }
        }
    }

    /// Whether a key contains the settings of extensions. In an export of the policy page, each extension is next to
    /// the browser.
    private static func isExtension(_ key: String, below parent: String?) -> Bool {
        if parent == "policyValues" { return !["chrome", "edge"].contains(key.lowercased()) }
        return ["3rdparty", "extensionsettings", "extensionpolicies"].contains(key.lowercased())
    }

    private mutating func passOver(_ name: Name, at key: DocumentNode.Place, _ reason: PassedOver.Reason) {
        passedOver.append(PassedOver(name: name, keyRange: key.offsets, reason: reason))
    }

    /// Notes the lists that a string seems to contain in an encoded form.
    private mutating func noteEncoded(_ node: DocumentNode, at entry: DocumentNode.Entry) {
        guard case .scalar(let text, isPlain: false) = node.content else { return }
        let isBase64 = ["encodedsettingxml", "payloadjson"].contains(entry.key.lowercased())
        var content = text
        if isBase64 {
            guard case .success(let bytes) = Base64Text.decode(Array(text.utf8)) else { return }
            content = String(decoding: bytes, as: UTF8.self)
        } else {
            let first = text.utf8.first { $0 != 0x20 && !(0x09...0x0D).contains($0) }
            guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return }
        }
        let found = Set(Name.names.filter { content.contains($0.key) }.values)
        for name in Name.allCases where found.contains(name) {
            passOver(name, at: entry.keyPlace, .encoded(entry.key, isBase64: isBase64))
        }
    }

    /// A setting that is an object: one value contains its name, another its content.
    private static func setting(
        _ entries: [DocumentNode.Entry]
    ) -> (key: (text: String, place: DocumentNode.Place), value: DocumentNode)? {
        let forms = [
            ("name", "value"), ("key", "value"), ("key", "valueString"), ("key", "valueStringArray"),
            ("appConfigKey", "appConfigKeyValue"), ("settingDefinitionId", "simpleSettingCollectionValue"),
        ]
        for (keyName, valueName) in forms {
            guard let key = entries.first(where: { $0.key == keyName })?.value,
                case .scalar(let text, isPlain: false) = key.content,
                let value = entries.first(where: { $0.key == valueName })?.value
            else { continue }
            return ((text, key.place), value)
        }
        return nil
    }

    private mutating func add(
        _ value: DocumentNode,
        called name: Name,
        by key: String,
        at place: DocumentNode.Place,
        inExtension owner: String?
    ) {
        guard !value.isNull, !Self.isUnset(value, name) else { return }
        if let owner { return passOver(name, at: place, .ofExtension(owner)) }
        var list = List(name: name, keyRange: place.offsets, oldName: Name.isOld(key) ? key : nil)
        list.read(value)
        lists.append(list)
    }

    /// Whether a value only says that a list is not set: device management sends an empty string for that, and no
    /// browser reads it as a list.
    private static func isUnset(_ value: DocumentNode, _ name: Name) -> Bool {
        guard case .scalar("", isPlain: false) = value.content else { return false }
        return name == .urlAllowlist || name == .urlBlocklist
    }

    /// Passes the lists with old names over if the file has either list under its current name.
    ///
    /// Such a file is for browsers that know the current names, and these ignore the old ones: an old allow list would
    /// open what the current block list closes.
    private mutating func passOverOldNames() {
        let isCurrent = lists.contains { list in
            list.oldName == nil && (list.name == .urlAllowlist || list.name == .urlBlocklist)
        }
        guard isCurrent else { return }
        for list in lists {
            guard let key = list.oldName else { continue }
            passedOver.append(PassedOver(name: list.name, keyRange: list.keyRange, reason: .oldName(key)))
        }
        lists.removeAll { $0.oldName != nil }
    }
}

extension DocumentNode {
    fileprivate var isText: Bool {
        guard case .scalar(_, isPlain: false) = content else { return false }
        return true
    }
}
