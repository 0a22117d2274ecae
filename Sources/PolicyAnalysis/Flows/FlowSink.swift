import Diagnostics
package import PolicyModel

/// The container outside the organization where its data ends up.
package struct FlowSink: Hashable, Sendable {
    /// The kinds of containers. Paths to one kind through the same gates are one finding.
    package enum Class: Hashable, Sendable {
        /// An app that is not managed for the organization, or the pasteboard that every app reads.
        case app
        /// An account outside the organization.
        case account
        /// A browser that is not managed for the organization, or a foreign site that a link leads to.
        case browser
        /// A foreign site that accepts content.
        case site
        /// A storage location that does not belong to the organization.
        case storage
        /// The phone, messages and mail of the device.
        case calls
        /// The network between a page and its site.
        case network
        /// A single setting that lets data out.
        case feature(SingleSetting)

        /// The name of the class.
        package var name: String {
            switch self {
            case .app: "app"
            case .account: "account"
            case .browser: "browser"
            case .site: "site"
            case .storage: "storage"
            case .calls: "calls"
            case .network: "network"
            case .feature(let setting): setting.rawValue
            }
        }

        /// Every class that an audit checks, in display order. The network is checked only on request.
        package static let all: [Class] =
            [.app, .account, .browser, .site, .storage, .calls]
            + SingleSetting.allCases.filter(\.isSink).map { .feature($0) }

        /// The class, for display.
        package var words: String {
            switch self {
            case .app: "other apps"
            case .account: "other people's accounts"
            case .browser: "other browsers"
            case .site: "foreign sites"
            case .storage: "places to save to"
            case .calls: "phone, mail, messages"
            case .network: "the network"
            case .feature(let setting): setting.sinkWords
            }
        }
    }

    /// The kind of container.
    package var sinkClass: Class
    /// The container in the syntax of claims: `app:com.example.notes`, `storage:photoLibrary@none`, `print`.
    package var selector: String
    /// The container, for display.
    package var words: String

    static let anyApp = FlowSink(sinkClass: .app, selector: "apps:unmanaged", words: "any app")
    static let systemBrowser = FlowSink(
        sinkClass: .browser,
        selector: "browser:system",
        words: "the system's browser"
    )
    static let customBrowser = FlowSink(
        sinkClass: .browser,
        selector: "browser:custom",
        words: "an unmanaged browser"
    )
    static let managedBrowser = FlowSink(
        sinkClass: .browser,
        selector: "browser:managed",
        words: "the managed browser"
    )
    static let ownedSite = FlowSink(sinkClass: .site, selector: "site:owned", words: "a site of the organization")
    static let linkedSite = FlowSink(sinkClass: .browser, selector: "site:foreign", words: "a foreign site, by a link")
    static let foreignSite = FlowSink(sinkClass: .site, selector: "site:foreign", words: "a foreign site")

    static let network = FlowSink(
        sinkClass: .network,
        selector: "network",
        words: "anybody on the network"
    )

    static func app(_ id: AppID) -> Self {
        Self(sinkClass: .app, selector: "app:\(id.bundleID)", words: "the app \(id.bundleID)")
    }

    static func account(_ id: AccountID) -> Self {
        Self(sinkClass: .account, selector: "account:\(id)", words: "the account \(id)")
    }

    /// Any personal account that the document does not name. The id is only used in questions.
    static func anyPersonalAccount(_ id: AccountID) -> Self {
        Self(sinkClass: .account, selector: "account:\(id)", words: "a personal account")
    }

    static func storage(_ location: SaveLocation, _ owner: String) -> Self {
        let owners = [
            "none": "", "own": " of the same account", "same": " of the organization",
            "other": " of another organization",
        ]
        let whose = owners[owner] ?? " of a personal account"
        return Self(
            sinkClass: .storage,
            selector: "storage:\(location.rawValue)@\(owner)",
            words: (location == .other ? "any other place to save to" : location.rawValue) + whose
        )
    }

    static func view(_ name: String) -> Self {
        Self(sinkClass: .site, selector: "view:\(name)", words: "the view \(name)")
    }

    static func feature(_ setting: SingleSetting) -> Self {
        Self(sinkClass: .feature(setting), selector: setting.rawValue, words: setting.sinkWords)
    }

    static func calls(_ scheme: String) -> Self {
        Self(sinkClass: .calls, selector: "system:\(scheme)", words: "the system's app for `\(scheme)`")
    }
}

extension SingleSetting {
    /// Where the feature takes data, or nil if it takes none out.
    fileprivate var sinkWords: String {
        switch self {
        case .print: "paper"
        case .contactSync: "the device's contacts"
        case .widgetSync: "widgets"
        case .backup: "backups"
        case .keyboards: "other keyboards"
        case .genmoji: "Genmoji"
        case .writingTools: "Writing Tools"
        case .spotlight: "the system's search index"
        case .siriIntents: "Siri"
        case .appIntents: "app intents"
        case .screenCapture: "images of the screen"
        case .notifications: "notifications"
        case .fileEncryption: "files without encryption"
        }
    }

    /// Whether data leaves through the feature. How files are written is not a flow.
    var isSink: Bool {
        switch self {
        case .print, .contactSync, .widgetSync, .backup, .keyboards, .genmoji, .writingTools, .spotlight, .siriIntents,
            .appIntents, .screenCapture, .notifications:
            true
        case .fileEncryption: false
        }
    }
}

/// What a person must do to use a path.
package struct FlowEffort: Hashable, Sendable, Comparable {
    /// One each for copying, pasting, printing and following a link; two each for saving and sharing.
    package var taps = 0
    /// How often the person switches to another account.
    package var switches = 0
    /// Whether the author of a page must help.
    package var needsAuthor = false
    /// Whether the device must be in a certain state.
    package var needsDeviceState = false

    /// A single number for comparing paths.
    package var weight: Int { taps + 3 * switches + (needsAuthor ? 4 : 0) + (needsDeviceState ? 5 : 0) }

    /// Orders efforts by weight.
    package static func < (left: Self, right: Self) -> Bool { left.weight < right.weight }

    static func + (left: Self, right: Self) -> Self {
        Self(
            taps: left.taps + right.taps,
            switches: left.switches + right.switches,
            needsAuthor: left.needsAuthor || right.needsAuthor,
            needsDeviceState: left.needsDeviceState || right.needsDeviceState
        )
    }

    /// The effort, for display.
    package var words: String {
        var words = [Quoted.count(taps, "tap")]
        if switches > 0 { words.append(switches == 1 ? "second account" : "\(switches + 1) accounts") }
        if needsAuthor { words.append("help of a page's author") }
        if needsDeviceState { words.append("a certain state of the device") }
        return words.joined(separator: " + ")
    }
}
