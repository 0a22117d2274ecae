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
/// | Google's API for policies | `{"policySchema": "chrome.users.UrlBlocking", "value": {"urlBlocklist": […]}}` |
/// | a tool for that API | `{"name": "chrome.users.UrlBlocking", "fields": [{"name": "urlBlocklist", "value": […]}]}` |
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
        /// The configuration that the list is in.
        package let configuration: Configuration
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
        package var isFilled: Bool { firstFilled != nil || mistyped != nil }
    }

    /// What is around a value.
    struct Surroundings {
        /// Its key, or that of the list that it is in.
        var key: DocumentNode.Entry?
        /// The key of an extension's settings around it. An extension's list is not the browser's.
        var owner: String?
        /// How names of lists are written there.
        var spelling = Name.Spelling.exact
        /// See ``List/configuration``.
        var configuration = Configuration()
        /// Whether it is in a setting of a settings catalog, which has its lists in arrays of its own.
        var isInCatalogSetting = false
        /// The identifier of the setting of a settings catalog that it is directly in.
        var catalogSetting: String?
        /// Whether it is in a setting that the settings catalog disables. Its lists are not set.
        var isDisabled = false
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
                    configuration: Configuration()
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
        case .sequence(let elements):
            var here = outer
            if !outer.isInCatalogSetting, Self.hasSettings(elements) {
                here.configuration.offset = node.place.offsets.lowerBound
            }
            for element in elements {
                var inner = here
                if !outer.isInCatalogSetting, Self.isConfiguration(element) {
                    inner.configuration.offset = element.place.offsets.lowerBound
                }
                visit(element, in: inner)
            }
        case .mapping(let entries):
            guard !noteOMAURI(entries, in: outer) else { return }
            noteSettings(entries, in: outer)
            let settings = Self.listSettings(Self.pairs(entries), spelling: outer.spelling)
            for setting in settings { add(setting, in: outer) }
            guard settings.isEmpty else { return }
            var here = outer
            here.isInCatalogSetting = outer.isInCatalogSetting || Self.isOfCatalog(entries)
            if outer.key.map({ Self.isOfApps($0.key) }) == true || Self.hasLists(entries)
                || !here.isInCatalogSetting && Self.hasSettings(entries.map(\.value))
            {
                here.configuration.offset = node.place.offsets.lowerBound
            }
            if Self.isOfGoogleAPI(entries) { here.spelling = .googleAPI }
            if let setting = Self.catalogSetting(entries) { here.catalogSetting = setting }
            for entry in entries { visit(entry, in: here) }
        }
    }

    private mutating func visit(_ entry: DocumentNode.Entry, in outer: Surroundings) {
        let pair: Pair = (entry.key, entry.keyPlace, entry.value, false)
        if let setting = Self.listSettings([pair], spelling: outer.spelling).first {
            add(setting, in: outer)
        } else {
            noteSetting(entry.key, at: entry.keyPlace, entry.value, in: outer)
            var inner = outer
            if outer.owner == nil, Self.isExtension(entry.key, below: outer.key?.key) { inner.owner = entry.key }
            if Self.isOfApps(entry.key) { inner.configuration.offset = entry.value.place.offsets.lowerBound }
            let choice = Self.disablingChoice(entry, outer.catalogSetting)
            if choice != nil { inner.isDisabled = true }
            inner.key = entry
            let countBefore = passedOver.count
            visit(entry.value, in: inner)
            // An export leaves out the entries of a setting that is disabled.
            if let choice, passedOver.count == countBefore, outer.owner == nil,
                let name = outer.catalogSetting.flatMap(Name.init(enabledBy:))
            {
                passOver(name, at: choice, .disabled(isEmpty: true))
            }
        }
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

    private mutating func add(_ setting: ListSetting, in outer: Surroundings) {
        guard !setting.isOtherCase || outer.owner != nil else {
            return passOver(setting.name, at: setting.place, .otherCase(setting.key))
        }
        let (name, key) = (setting.name, setting.key)
        guard !Self.isUnset(setting.value, name) else { return }
        if let owner = outer.owner { return passOver(name, at: setting.place, .ofExtension(owner)) }
        guard !outer.isDisabled else { return passOver(name, at: setting.place, .disabled(isEmpty: false)) }
        var configuration = outer.configuration
        // Only the identifiers of a catalog have `_`. They may be keys, too.
        if setting.isOfCatalog || key.contains("_") { configuration.product = Self.product(ofCatalogSetting: key) }
        var list = List(
            name: name,
            keyRange: setting.place.offsets,
            oldName: Name.isOld(key) ? key : nil,
            configuration: configuration
        )
        list.read(setting.value)
        // As an allow list in force it would block everything, and hide the block list.
        if name.isOfManagedBrowser, !list.isFilled, !list.isIgnored {
            return passOver(name, at: setting.place, .empty)
        }
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
        case .mapping: value.valueOnPolicyPage.map { isUnset($0, name) } ?? false
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
        let configurations = Set(current.map(\.configuration))
        let blocking = Set(filledBlockLists.map(\.configuration))
        for list in lists where configurations.contains(list.configuration) {
            guard let key = list.oldName else { continue }
            let isLoss = list.name == .urlBlocklist && list.isFilled && !blocking.contains(list.configuration)
            passedOver.append(
                PassedOver(name: list.name, keyRange: list.keyRange, reason: .oldName(key, isLoss: isLoss))
            )
        }
        lists.removeAll { $0.oldName != nil && configurations.contains($0.configuration) }
    }
}

extension DocumentNode {
    fileprivate var isText: Bool {
        guard case .scalar(_, isPlain: false) = content else { return false }
        return true
    }
}
