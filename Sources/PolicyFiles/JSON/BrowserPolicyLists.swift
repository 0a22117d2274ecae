import ByteText
package import Diagnostics
import DocumentReading

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
/// | the log of a device | the same as `Name` and `Value` |
/// | a settings catalog in Graph | `{"settingDefinitionId": "…_urlblocklistdesc", "simpleSettingCollectionValue": […]}` |
/// | the same for macOS | `"com.apple.managedclient.preferences_urlblocklist"` |
/// | a configuration profile for macOS, as JSON | `"PayloadContent": [{"URLBlocklist": ["contoso.com"]}]` |
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
        /// The offset of the object or array with the configuration of one app, or of one payload of a configuration
        /// profile, that the list is in; 0 without one.
        package let object: Int
        package internal(set) var entries: [Entry] = []
        /// The ranges of values that are not entries.
        package internal(set) var others: [Range<Int>] = []
        /// The range of the first value that is neither blank nor null: only such a value can block something.
        package internal(set) var firstFilled: Range<Int>?
        /// The range of the whole value if that is no list in any form; then nothing of it was read.
        package internal(set) var mistyped: Range<Int>?
        /// Whether the browser ignores the whole list, according to its policy page. Its entries are not read.
        package internal(set) var isIgnored = false
        /// What the browser's policy page says is wrong with the list.
        package internal(set) var error: String?

        /// Whether the list is in force and not empty.
        var isFilled: Bool { firstFilled != nil || mistyped != nil }
    }

    /// What is around a value.
    struct Surroundings {
        /// Its key, or that of the list that it is in.
        var key: DocumentNode.Entry?
        /// The key of an extension's settings around it. An extension's list is not the browser's.
        var owner: String?
        /// See ``List/object``.
        var object = 0
    }

    /// The file as UTF-8 text, which ranges refer to.
    package private(set) var source: SourceFile
    /// The lists, in file order.
    package private(set) var lists: [List] = []
    /// What was not read although it has the name of a list, in file order, with old names after all others.
    package internal(set) var passedOver: [PassedOver] = []
    /// The entries, if the file is only a list of strings.
    package private(set) var bareList: List?
    /// The settings of the managed browser that change what its lists do, in file order.
    package internal(set) var settings: [Setting] = []
    /// How often JSON in a string may still be read, to bound the recursion.
    var nestingLeft = 4

    /// Reads a file.
    ///
    /// - Throws: ``Unreadable`` if the file is not JSON.
    /// - Complexity: O(*n*) in the bytes.
    package init(_ file: SourceFile) throws(Unreadable) {
        source = file
        let bounds = ReadingBounds()
        var openComment: Int?
        do throws(JSONProblem) {
            let text = try JSONFileText(file.bytes)
            source = SourceFile(path: file.path, bytes: text.bytes)
            let json = BrowserJSONText.read(text.bytes)
            openComment = json.openComment
            var reader = JSONReader(json.text, file: 0, depthLimit: bounds.depth, nodeLimit: bounds.nodes)
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
                    oldName: nil,
                    object: 0
                )
                list.read(root)
                bareList = list
            }
            find(in: root)
        } catch {
            // In other JSON there are no comments, so the reader advises to remove it.
            let isOpen = error.offsets.lowerBound == openComment
            throw Unreadable(
                finding: Diagnostic(
                    code: error.code.rawValue,
                    message: isOpen ? "this comment is not closed" : error.message,
                    places: [source.range(error.offsets)],
                    help: isOpen ? "write `*/` at its end" : error.help
                )
            )
        }
    }

    /// Finds the lists in JSON from a string of the file. The ranges are those of the string's text.
    init(root: DocumentNode, nestingLeft: Int) {
        source = SourceFile(path: "", bytes: [])
        self.nestingLeft = nestingLeft
        find(in: root)
    }

    /// The lists with a name.
    package func lists(called name: Name) -> [List] { lists.filter { $0.name == name } }

    // MARK: Finding

    private mutating func find(in root: DocumentNode) {
        visit(root, in: Surroundings())
        passOverOldNames()
    }

    /// The depth of the file bounds the recursion.
    private mutating func visit(_ node: DocumentNode, in outer: Surroundings) {
        switch node.content {
        case .scalar: noteEncoded(node, in: outer)
        case .sequence(let elements): for element in elements { visit(element, in: outer) }
        case .mapping(let entries):
            noteSettings(entries, in: outer)
            let settings = Self.listSettings(entries)
            for setting in settings {
                add(setting.value, called: setting.name, by: setting.key, at: setting.place, in: outer)
            }
            guard settings.isEmpty else { return }
            var here = outer
            if let key = outer.key?.key, Self.isOfApps(key) { here.object = node.place.offsets.lowerBound }
            for entry in entries { visit(entry, in: here) }
        }
    }

    private mutating func visit(_ entry: DocumentNode.Entry, in outer: Surroundings) {
        if let name = Name(key: entry.key, ignoresCase: false) {
            add(entry.value, called: name, by: entry.key, at: entry.keyPlace, in: outer)
        } else if let name = Name(key: entry.key, ignoresCase: true) {
            // Google's API for policies writes names in another case, in the object `value`.
            if outer.owner != nil || outer.key?.key == "value" {
                add(entry.value, called: name, by: entry.key, at: entry.keyPlace, in: outer)
            } else {
                passOver(name, at: entry.keyPlace, .otherCase(entry.key))
            }
        } else {
            noteSetting(entry.key, at: entry.keyPlace, entry.value, in: outer)
            var inner = outer
            if outer.owner == nil, Self.isExtension(entry.key, below: outer.key?.key) { inner.owner = entry.key }
            if Self.isOfApps(entry.key) { inner.object = entry.value.place.offsets.lowerBound }
            inner.key = entry
            visit(entry.value, in: inner)
        }
    }

    /// Whether a key contains the configuration of one app, or an array with one for each app. The payloads of a
    /// configuration profile count as apps: a system need not combine even those of one app.
    private static func isOfApps(_ key: String) -> Bool {
        [
            "managedconfiguration", "managedproperty", "chromepolicies", "applications", "policies", "payloadcontent",
            "mcx_preference_settings",
        ].contains(key.lowercased())
    }

    /// Whether a key contains the settings of extensions. In an export of the policy page, each extension is next to
    /// the browser.
    private static func isExtension(_ key: String, below parent: String?) -> Bool {
        if parent == "policyValues" { return !["chrome", "edge"].contains(key.lowercased()) }
        return ["3rdparty", "extensionsettings", "extensionpolicies"].contains(key.lowercased())
    }

    mutating func passOver(_ name: Name, at key: DocumentNode.Place, _ reason: PassedOver.Reason) {
        passedOver.append(PassedOver(name: name, keyRange: key.offsets, reason: reason))
    }

    private mutating func add(
        _ value: DocumentNode,
        called name: Name,
        by key: String,
        at place: DocumentNode.Place,
        in outer: Surroundings
    ) {
        guard !Self.isUnset(value, name) else { return }
        if let owner = outer.owner { return passOver(name, at: place, .ofExtension(owner)) }
        let oldName = Name.isOld(key) ? key : nil
        var list = List(name: name, keyRange: place.offsets, oldName: oldName, object: outer.object)
        list.read(value)
        // As an allow list in force it would block everything, and hide the block list.
        if name.isOfManagedBrowser, !list.isFilled, !list.isIgnored { return passOver(name, at: place, .empty) }
        lists.append(list)
    }

    /// Whether a value only says that a list is not set: device management sends an empty string for that, and no
    /// browser reads it as a list. The value may be in the object that the browser's policy page writes.
    ///
    /// An empty list of the managed browser also counts as not set. That is checked after it has been read.
    static func isUnset(_ value: DocumentNode, _ name: Name) -> Bool {
        switch value.content {
        case .scalar(let text, isPlain: false):
            !name.isOfManagedBrowser && text.utf8.allSatisfy(\.isSpaceOrLineBreak)
        case .scalar: value.isNull
        case .sequence: false
        case .mapping(let members):
            members.first { $0.key == "value" }.map { !$0.value.isMapping && isUnset($0.value, name) } ?? false
        }
    }

    /// Passes a list with an old name over if the configuration has either list under its current name.
    ///
    /// Such a configuration is for browsers that know the current names, and these ignore the old ones: an old allow
    /// list would open what the current block list closes.
    private mutating func passOverOldNames() {
        let current = lists.filter { list in
            list.oldName == nil && (list.name == .urlAllowlist || list.name == .urlBlocklist)
        }
        let filledBlockLists = current.filter { $0.name == .urlBlocklist && $0.isFilled }
        passOverEncodedOldNames(besideCurrent: !current.isEmpty, hasBlockList: !filledBlockLists.isEmpty)
        let objects = Set(current.map(\.object))
        let blockingObjects = Set(filledBlockLists.map(\.object))
        for list in lists where objects.contains(list.object) {
            guard let key = list.oldName else { continue }
            let isLoss = list.name == .urlBlocklist && list.isFilled && !blockingObjects.contains(list.object)
            passedOver.append(
                PassedOver(name: list.name, keyRange: list.keyRange, reason: .oldName(key, isLoss: isLoss))
            )
        }
        lists.removeAll { $0.oldName != nil && objects.contains($0.object) }
    }
}

extension DocumentNode {
    fileprivate var isText: Bool {
        guard case .scalar(_, isPlain: false) = content else { return false }
        return true
    }
}
