/// The places that a claim covers, as `from`, `to` and `except` write them: `organization:contoso`, `view:E`, `print`.
///
/// The audit writes the source and the sink of a path in the same form.
public enum ClaimSelector: Hashable, Sendable, CustomStringConvertible {
    /// Apps by who manages them.
    public enum AppGroup: String, CaseIterable, Hashable, Sendable {
        /// Apps that no app protection policy manages.
        case unmanaged
        /// Apps that are managed for another organization.
        case otherOrganization
        /// Apps that device management installed, and that are not otherwise managed.
        case mdm
    }

    /// A browser that links open in.
    public enum Browser: String, CaseIterable, Hashable, Sendable {
        /// The browser that is managed for the organization.
        case managed
        /// The browser of `customBrowserProtocol`.
        case custom
        /// The system's own browser.
        case system
    }

    /// The owner of a place to save to.
    public enum StorageOwner: String, CaseIterable, Hashable, Sendable {
        /// No account.
        case none
        /// The account that owns the data.
        case own
        /// Another account of the same organization.
        case same
        /// An account of another organization.
        case other
        /// An account without a policy.
        case personal
    }

    /// The owner of a site.
    public enum Site: String, CaseIterable, Hashable, Sendable {
        /// The organization.
        case owned
        /// Another owner.
        case foreign
    }

    /// The beginning of a selector, before its colon.
    public enum Prefix: String, CaseIterable, Hashable, Sendable {
        case organization, account, native, view, app, apps, browser, storage, site, system
    }

    /// Everything that belongs to an organization: its accounts, its managed apps, its sites.
    case organization(String)
    /// Data and native interface of an account.
    case account(AccountID)
    /// The native interface of an account; nil for the acting account.
    case native(AccountID?)
    /// The content that a view shows.
    case view(String)
    /// Another app.
    case app(AppID)
    /// Other apps.
    case apps(AppGroup)
    /// A browser.
    case browser(Browser)
    /// A place to save to; nil for any owner.
    case storage(SaveLocation, StorageOwner?)
    /// A site.
    case site(Site)
    /// The system's app for a scheme, such as the phone for `tel`.
    case system(String)
    /// Every place outside the organization's control.
    case unmanaged
    /// An output that a single setting allows, such as paper.
    case setting(SingleSetting)

    /// The selector as written in claims.
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

    /// Whether data of an organization can be there, so that a claim may start from it.
    public var isSource: Bool {
        switch self {
        case .organization, .account, .native, .view, .app, .site(.owned): true
        case .apps, .browser, .storage, .site(.foreign), .system, .unmanaged, .setting: false
        }
    }
}
