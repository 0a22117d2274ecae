extension AppSettings {
    /// The bundle id of the app.
    public var id: String? {
        get { text(.id) }
        set { self[.id] = newValue.map { .text($0) } }
    }

    /// The major version of iOS that the app is linked on, which determines how many query schemes the system reads.
    public var linkedOn: Int {
        get {
            if case .systemRelease(let release)? = self[.linkedOn] { return release }
            return 26
        }
        set { self[.linkedOn] = .systemRelease(newValue) }
    }

    /// `LSApplicationQueriesSchemes`: the schemes that the app may query the system about, in lower case.
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
    /// It contains none of ``schemesNeverHandled`` if the settings come from a policy document.
    public var webViewHandledURLSchemes: [String] {
        get { texts(.webViewHandledURLSchemes) }
        set { self[.webViewHandledURLSchemes] = .texts(newValue) }
    }

    /// The schemes that have no effect in ``webViewHandledURLSchemes``: if they did, listing them would switch off the
    /// protection of the web.
    public static var schemesNeverHandled: [String] { ["http", "https", "file", "data", "javascript"] }

    /// Whether the app keeps several identities apart.
    public var multiIdentity: Bool {
        get { isOn(.multiIdentity) }
        set { self[.multiIdentity] = .boolean(newValue) }
    }

    /// Whether the app can have more than one managed account.
    public var multiManagedIdentities: Bool {
        get { isOn(.multiManagedIdentities) }
        set { self[.multiManagedIdentities] = .boolean(newValue) }
    }

    /// Whether the SDK's hooks in the embedded Safari are off.
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

/// The schemes that an app must declare in `LSApplicationQueriesSchemes`, and how many of them count.
extension AppSettings {
    /// The schemes that every managed app must declare, whatever it opens: those of the managed browser, mail and
    /// threat defense apps that policies route to.
    public static var queriesSchemesAlwaysRequired: [String] {
        [
            "http-intunemam", "https-intunemam", "microsoft-edge-http-intunemam", "microsoft-edge-https-intunemam",
            "smart-ns", "zips", "lacoonsecurity", "wandera", "lookoutwork-ase", "skycure", "betteractiveshield",
            "smsec", "mvisionmobile", "scmx", "intunemam-mtd",
        ]
    }

    /// The schemes that have no twin: those of the apps that sign users in and enroll devices, which the SDK and MSAL
    /// query themselves.
    public static var queriesSchemesWithoutTwin: [String] { ["companyportal", "msauth", "msauthv2", "msauthv3"] }

    /// How many entries of `LSApplicationQueriesSchemes` the system reads: 50, or 25 for an app that is linked on iOS
    /// 27 or later. It ignores the entries after them.
    public var queriesSchemesLimit: Int { linkedOn >= 27 ? 25 : 50 }

    /// The entries that the system reads.
    public var queriesSchemesRead: ArraySlice<String> { queriesSchemes.prefix(queriesSchemesLimit) }

    /// Every entry that the app must declare, without repetitions: those that are always required, and the twin of each
    /// scheme that it queries. Twins, schemes that are always required and schemes without a twin need none; `mailto`
    /// also needs the twin of the mail app's scheme.
    ///
    /// - Complexity: O(*n*) in the number of entries.
    public var requiredQueriesSchemes: [String] {
        let always = Self.queriesSchemesAlwaysRequired
        let twinless = Set(always + Self.queriesSchemesWithoutTwin)
        var required = always
        var known = Set(always)
        func add(_ scheme: String) { if known.insert(scheme).inserted { required.append(scheme) } }
        for scheme in queriesSchemes.map({ $0.lowercased() }) {
            guard !twinless.contains(scheme), !TwinScheme.isTwin(scheme) else { continue }
            add(TwinScheme.of(scheme))
            if scheme == "mailto" { add(TwinScheme.of("ms-outlook")) }
        }
        return required
    }
}
