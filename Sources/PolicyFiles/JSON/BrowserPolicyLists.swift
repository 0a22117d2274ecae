import ByteText
package import Diagnostics
import DocumentReading
import PropertyList

/// The allow and block lists in a browser's policy or an app configuration, anywhere in the JSON.
///
/// | written by | form |
/// |---|---|
/// | a policy file | `"URLBlocklist": ["contoso.com"]` |
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
        package fileprivate(set) var entries: [Entry] = []
        /// The ranges of values that are not entries.
        package fileprivate(set) var others: [Range<Int>] = []
        /// Whether the browser ignores the whole list, according to its policy page. Its entries are not read.
        package fileprivate(set) var isIgnored = false
        /// What the browser's policy page says is wrong with the list.
        package fileprivate(set) var error: String?
    }

    /// The file as UTF-8 text, which ranges refer to.
    package private(set) var source: SourceFile
    /// The lists, in file order.
    package private(set) var lists: [List] = []
    /// What was not read although it has the name of a list, in file order.
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
                    keyRange: root.place.offsets.lowerBound..<root.place.offsets.lowerBound + 1
                )
                add(root, to: &list)
                bareList = list
            }
            visit(root, at: nil, inExtension: nil)
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
                add(value, called: name, at: key.place, inExtension: owner)
                return
            }
            for entry in entries {
                if let name = Name(key: entry.key, ignoresCase: false) {
                    add(entry.value, called: name, at: entry.keyPlace, inExtension: owner)
                } else if let name = Name(key: entry.key, ignoresCase: true) {
                    // Google's API for policies writes names in another case, in the object `value`.
                    if owner != nil || key?.key == "value" {
                        add(entry.value, called: name, at: entry.keyPlace, inExtension: owner)
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
            ("name", "value"), ("key", "value"), ("appConfigKey", "appConfigKeyValue"),
            ("settingDefinitionId", "simpleSettingCollectionValue"),
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
        at key: DocumentNode.Place,
        inExtension owner: String?
    ) {
        guard !value.isNull else { return }
        if let owner { return passOver(name, at: key, .ofExtension(owner)) }
        var list = List(name: name, keyRange: key.offsets)
        add(value, to: &list)
        lists.append(list)
    }

    // MARK: Entries

    private func add(_ value: DocumentNode, to list: inout List) {
        switch value.content {
        case .sequence(let elements):
            for element in elements {
                if case .mapping(let entries) = element.content,
                    let value = entries.first(where: { $0.key == "value" })?.value
                {
                    addText(value, to: &list)
                } else {
                    addText(element, to: &list)
                }
            }
        case .mapping(let entries):
            if let value = entries.first(where: { $0.key == "value" })?.value, !value.isMapping {
                if case .scalar("true", isPlain: true) = entries.first(where: { $0.key == "ignored" })?.value.content {
                    list.isIgnored = true
                }
                if case .scalar(let text, isPlain: false) = entries.first(where: { $0.key == "error" })?.value.content {
                    list.error = text
                }
                if !list.isIgnored { add(value, to: &list) }
            } else if !entries.isEmpty, entries.allSatisfy({ Int($0.key) != nil }) {
                // The registry numbers the entries of a list.
                for entry in entries { addText(entry.value, to: &list) }
            } else {
                list.others.append(value.place.offsets)
            }
        case .scalar:
            switch list.name {
            case .allowListURLs, .blockListURLs: addText(value, to: &list)
            // A single text is not a list, and the browser ignores it.
            case .urlAllowlist, .urlBlocklist: list.others.append(value.place.offsets)
            }
        }
    }

    private func addText(_ node: DocumentNode, to list: inout List) {
        guard case .scalar(let text, isPlain: false) = node.content else {
            list.others.append(node.place.offsets)
            return
        }
        let place = node.place.offsets
        let range = place.lowerBound + 1..<max(place.lowerBound + 1, place.upperBound - 1)
        let isVerbatim = range.count == text.utf8.count
        switch list.name {
        case .urlAllowlist, .urlBlocklist:
            list.entries.append(Entry(text: text, range: range, isVerbatim: isVerbatim))
        case .allowListURLs, .blockListURLs:
            var start = range.lowerBound
            for part in text.split(separator: "|", omittingEmptySubsequences: false) {
                let end = start + part.utf8.count
                if !part.allSatisfy({ $0 == " " }) {
                    list.entries.append(
                        Entry(
                            text: String(part),
                            range: isVerbatim ? start..<end : range,
                            isVerbatim: isVerbatim
                        )
                    )
                }
                start = end + 1
            }
        }
    }
}

extension DocumentNode {
    fileprivate var isText: Bool {
        guard case .scalar(_, isPlain: false) = content else { return false }
        return true
    }
}
