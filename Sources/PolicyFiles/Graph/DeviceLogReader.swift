import PolicyModel

/// Reads the settings of one policy as a device's log has them: other names, and numbers for words.
///
/// A value is a number, a text or a list, with its place, wherever it was written: whatever turns a file into
/// ``YAMLNode`` values, numbers plain and texts not, can be read here.
struct DeviceLogReader {
    let reading: PolicyReading
    let fields: Fields
    var policy: AppProtectionPolicy

    /// Reads every setting that stands in the log.
    mutating func readAll() {
        for name in DeviceLogName.allCases {
            guard let node = fields[name.rawValue], read(name, node) else { continue }
            policy.setLocation(
                of: name.setting,
                to: reading.location(of: fields.keyPlace(name.rawValue) ?? node.place)
            )
        }
        // Logs are labelled by whoever keeps them.
        var labels = PolicySettingsReader(reading: reading, fields: fields, policy: policy)
        labels.readLabels()
        policy = labels.policy
    }

    private mutating func read(_ name: DeviceLogName, _ node: YAMLNode) -> Bool {
        switch name {
        case .appSharingToLevel: word(node, \.allowedOutboundDataTransferDestinations, Self.transferLevels)
        case .appSharingFromLevel: word(node, \.allowedInboundDataTransferSources, Self.transferLevels)
        case .clipboardSharingLevel:
            word(
                node,
                \.allowedOutboundClipboardSharingLevel,
                [0: .blocked, 1: .managedApps, 2: .managedAppsWithPasteIn, 3: .allApps]
            )
        case .clipboardCharacterLengthException:
            assign(reading.integer(node, in: 0...65_535), \.allowedOutboundClipboardSharingExceptionLength)
        case .managedLocations: bits(node, \.allowedDataStorageLocations, Self.storageLocations)
        case .openDataFromManagedLocations: bits(node, \.allowedDataIngestionLocations, Self.ingestionLocations)
        case .dialerRestrictionLevel:
            word(node, \.dialerRestrictionLevel, [0: .blocked, 1: .customApp, 3: .allApps])
        case .notificationRestriction:
            word(node, \.notificationRestriction, [0: .allow, 1: .blockOrganizationalData, 2: .block])
        case .unmanagedBrowserProtocol: scheme(node, \.customBrowserProtocol)
        case .specificDialerProtocol: scheme(node, \.customDialerAppProtocol)
        case .protocolExclusions:
            assign(
                texts(node).map { [ExemptedAppProtocol(name: name.rawValue, value: $0.joined(separator: ";"))] },
                \.exemptedAppProtocols
            )
        case .universalLinkExclusions: assign(links(node), \.exemptedUniversalLinks)
        case .managedUniversalLinks: assign(links(node), \.managedUniversalLinks)
        case .screenCaptureConfigurationState: word(node, \.screenCaptureConfigurationState, Self.states)
        case .genmojiConfigurationState: word(node, \.genmojiConfigurationState, Self.states)
        case .writingToolsConfigurationState: word(node, \.writingToolsConfigurationState, Self.states)
        case .fileSharingSaveAsDisabled: word(node, \.saveAsBlocked, Self.switches)
        case .openDataIntoOrgDocumentsBlocked:
            word(node, \.blockDataIngestionIntoOrganizationDocuments, Self.switches)
        case .managedBrowserRequired: word(node, \.managedBrowserToOpenLinksRequired, Self.switches)
        case .enableOpenInFilter: word(node, \.filterOpenInToOnlyManagedApps, Self.switches)
        case .printingBlocked: word(node, \.printBlocked, Self.switches)
        case .contactSyncDisabled: word(node, \.contactSyncBlocked, Self.switches)
        case .dataBackupDisabled: word(node, \.dataBackupBlocked, Self.switches)
        case .thirdPartyKeyboardsBlocked: word(node, \.thirdPartyKeyboardsBlocked, Self.switches)
        }
    }

    // MARK: Numbers

    private static let switches: [Int: Bool] = [0: false, 1: true]
    private static let states: [Int: ManagedAppConfigurationState] = [0: .notBlocked, 1: .blocked]
    private static let transferLevels: [Int: ManagedAppDataTransferLevel] = [0: .none, 1: .managedApps, 2: .allApps]
    private static let storageLocations: [(Int, ManagedAppDataStorageLocation)] = [
        (1, .oneDriveForBusiness), (2, .sharePoint), (4, .box), (32, .localStorage), (128, .photoLibrary),
    ]
    private static let ingestionLocations: [(Int, ManagedAppDataIngestionLocation)] = [
        (1, .oneDriveForBusiness), (2, .sharePoint), (4, .camera), (8, .localStorage), (16, .photoLibrary),
    ]

    /// A number that stands for a word.
    private mutating func word<Word>(
        _ node: YAMLNode,
        _ property: WritableKeyPath<AppProtectionPolicy, Word>,
        _ words: [Int: Word]
    ) -> Bool {
        guard let number = reading.integer(node, in: Int(Int32.min)...Int(Int32.max)) else { return false }
        guard let word = words[number] else {
            let known = words.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }.joined(separator: ", ")
            reportNumber(number, node, help: "logs have \(known)")
            return false
        }
        policy[keyPath: property] = word
        return true
    }

    /// A number whose bits stand for places.
    private mutating func bits<Word>(
        _ node: YAMLNode,
        _ property: WritableKeyPath<AppProtectionPolicy, [Word]>,
        _ words: [(bit: Int, word: Word)]
    ) -> Bool {
        guard let number = reading.integer(node, in: Int(Int32.min)...Int(Int32.max)) else { return false }
        guard number >= 0, number & ~words.reduce(0, { $0 | $1.bit }) == 0 else {
            let known = words.map { "\($0.bit) (\($0.word))" }.joined(separator: ", ")
            reportNumber(number, node, help: "it is a sum of \(known)")
            return false
        }
        policy[keyPath: property] = words.filter { number & $0.bit != 0 }.map(\.word)
        return true
    }

    private func reportNumber(_ number: Int, _ node: YAMLNode, help: String) {
        reading.report(.unknownValue, "the number \(number) has no meaning here", at: node.place, help: help)
    }

    // MARK: Texts

    private mutating func assign<Value>(
        _ value: Value?,
        _ property: WritableKeyPath<AppProtectionPolicy, Value>
    ) -> Bool {
        guard let value else { return false }
        policy[keyPath: property] = value
        return true
    }

    private mutating func scheme(
        _ node: YAMLNode,
        _ property: WritableKeyPath<AppProtectionPolicy, RedirectScheme?>
    ) -> Bool {
        guard let text = reading.text(node) else { return false }
        policy[keyPath: property] = RedirectScheme(text)
        return true
    }

    private func links(_ node: YAMLNode) -> [String]? {
        if case .sequence = node.content { return reading.links(node) }
        let links = texts(node)
        for link in links ?? [] { reading.warnUnlessLink(link, at: node.place) }
        return links
    }

    /// A list of texts, or one text with `;` between them.
    private func texts(_ node: YAMLNode) -> [String]? {
        if case .sequence = node.content { return reading.names(node, of: "texts") }
        return reading.text(node)?.split(separator: ";").map { part in
            let start = part.drop { $0.isWhitespace }
            return String(start.reversed().drop { $0.isWhitespace }.reversed())
        }.filter { !$0.isEmpty }
    }
}
