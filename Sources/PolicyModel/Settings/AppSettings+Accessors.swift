extension AppSettings {
    /// The bundle id of the app.
    public var id: String? {
        get { text(.id) }
        set { self[.id] = newValue.map { .text($0) } }
    }

    /// The major version of iOS that the app is linked on, which decides how many query schemes the system reads.
    public var linkedOn: Int {
        get {
            if case .systemRelease(let release)? = self[.linkedOn] { return release }
            return 26
        }
        set { self[.linkedOn] = .systemRelease(newValue) }
    }

    /// `LSApplicationQueriesSchemes`: the schemes that the app may ask the system about, in lower case.
    public var queriesSchemes: [String] {
        get { texts(.queriesSchemes) }
        set { self[.queriesSchemes] = .texts(newValue) }
    }

    /// The app configuration that an administrator gives the app.
    public var appConfig: [String: String] {
        get {
            if case .dictionary(let values)? = self[.appConfig] { return values }
            return [:]
        }
        set { self[.appConfig] = .dictionary(newValue) }
    }

    /// Whether a web view without a tag of its own is unmanaged.
    public var treatAllWebViewsAsUnmanaged: Bool {
        get { isOn(.treatAllWebViewsAsUnmanaged) }
        set { self[.treatAllWebViewsAsUnmanaged] = .boolean(newValue) }
    }

    /// The schemes that the app's web views handle themselves, in lower case.
    ///
    /// None of ``schemesNeverHandled`` is among them where the settings come from a policy document.
    public var webViewHandledURLSchemes: [String] {
        get { texts(.webViewHandledURLSchemes) }
        set { self[.webViewHandledURLSchemes] = .texts(newValue) }
    }

    /// The schemes that mean nothing in ``webViewHandledURLSchemes``: whoever wrote them there would have switched
    /// off the protection of the web.
    public static var schemesNeverHandled: [String] { ["http", "https", "file", "data", "javascript"] }

    /// Whether the app keeps several identities apart.
    public var multiIdentity: Bool {
        get { isOn(.multiIdentity) }
        set { self[.multiIdentity] = .boolean(newValue) }
    }

    /// Whether the app can hold more than one managed account.
    public var multiManagedIdentities: Bool {
        get { isOn(.multiManagedIdentities) }
        set { self[.multiManagedIdentities] = .boolean(newValue) }
    }

    /// Whether the SDK's hooks on the embedded Safari are off.
    public var safariViewControllerBlockedOverride: Bool {
        get { isOn(.safariViewControllerBlockedOverride) }
        set { self[.safariViewControllerBlockedOverride] = .boolean(newValue) }
    }

    /// Whether a text is a color: six hexadecimal digits, with or without `#`.
    public static func isColor(_ text: String) -> Bool {
        let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
        return digits.utf8.count == 6 && digits.allSatisfy { $0.isASCII && $0.isHexDigit }
    }
}
