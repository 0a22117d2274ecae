/// Places that a claim speaks of, as `from`, `to` and `except` write them: `organization:contoso`, `view:E`, `print`.
///
/// The audit writes the source and the sink of a path in the same words.
public enum ClaimSelector: Hashable, Sendable, CustomStringConvertible {
    /// Apps by who manages them.
    public enum AppGroup: String, CaseIterable, Hashable, Sendable {
        /// Apps that no app protection policy manages.
        case unmanaged
        /// Apps that are managed for somebody else.
        case otherOrganization
        /// Apps that device management installed, and that nobody manages otherwise.
        case mdm
    }

    /// A browser that links open in.
    public enum Browser: String, CaseIterable, Hashable, Sendable {
        /// The one that is managed for the organization.
        case managed
        /// The one that `customBrowserProtocol` names.
        case custom
        /// The system's own.
        case system
    }

    /// Whose a place to save to is.
    public enum StorageOwner: String, CaseIterable, Hashable, Sendable {
        /// No account's.
        case none
        /// That of the account whose data it is.
        case own
        /// That of another account of its organization.
        case same
        /// That of an account of another organization.
        case other
        /// That of an account without a policy.
        case personal
    }

    /// Whose a site is.
    public enum Site: String, CaseIterable, Hashable, Sendable {
        /// The organization's.
        case owned
        /// Somebody else's.
        case foreign
    }

    /// What a selector begins with, before its colon.
    public enum Prefix: String, CaseIterable, Hashable, Sendable {
        case organization, account, native, view, app, apps, browser, storage, site, system
    }

    /// Everything of an organization: its accounts, its managed apps, its sites.
    case organization(String)
    /// Data and native interface of an account.
    case account(AccountID)
    /// The native interface of an account; nil for that of whoever acts.
    case native(AccountID?)
    /// What a view shows.
    case view(String)
    /// Another app.
    case app(AppID)
    /// Other apps.
    case apps(AppGroup)
    /// A browser.
    case browser(Browser)
    /// A place to save to; nil for whosoever it is.
    case storage(SaveLocation, StorageOwner?)
    /// A site.
    case site(Site)
    /// The system's app for a scheme, such as the phone for `tel`.
    case system(String)
    /// Every place that the organization does not keep.
    case unmanaged
    /// What a single setting lets out, such as paper.
    case setting(SingleSetting)

    /// The selector as claims write it.
    public var description: String {
        switch self {
        case .organization(let name): "organization:\(name)"
        case .account(let account): "account:\(account)"
        case .native(let account): account.map { "native:\($0)" } ?? "native"
        case .view(let view): "view:\(view)"
        case .app(let app): "app:\(app.bundleID)"
        case .apps(let group): "apps:\(group.rawValue)"
        case .browser(let browser): "browser:\(browser.rawValue)"
        case .storage(let location, let owner):
            "storage:\(location.rawValue)" + (owner.map { "@\($0.rawValue)" } ?? "")
        case .site(let site): "site:\(site.rawValue)"
        case .system(let scheme): "system:\(scheme)"
        case .unmanaged: "unmanaged"
        case .setting(let setting): setting.rawValue
        }
    }

    /// Whether data of an organization can be there, so that a claim may begin with it.
    public var isSource: Bool {
        switch self {
        case .organization, .account, .native, .view, .app, .site(.owned): true
        case .apps, .browser, .storage, .site(.foreign), .system, .unmanaged, .setting: false
        }
    }
}
