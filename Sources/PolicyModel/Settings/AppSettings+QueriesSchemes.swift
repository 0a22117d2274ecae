/// Which schemes an app must declare in `LSApplicationQueriesSchemes`, and how many of them count.
extension AppSettings {
    /// What every app that is managed must declare, whatever it opens: the managed browser, mail and threat defense
    /// apps that policies route to.
    public static var queriesSchemesAlwaysRequired: [String] {
        [
            "http-intunemam", "https-intunemam", "microsoft-edge-http-intunemam", "microsoft-edge-https-intunemam",
            "smart-ns", "zips", "lacoonsecurity", "wandera", "lookoutwork-ase", "skycure", "betteractiveshield",
            "smsec", "mvisionmobile", "scmx", "intunemam-mtd",
        ]
    }

    /// How many entries of `LSApplicationQueriesSchemes` the system reads: 50, or 25 for an app that is linked on
    /// iOS 27 or later. It ignores those behind them.
    public var queriesSchemesLimit: Int { linkedOn >= 27 ? 25 : 50 }

    /// The entries that the system reads.
    public var queriesSchemesRead: ArraySlice<String> { queriesSchemes.prefix(queriesSchemesLimit) }

    /// Every entry that the app must declare, each once: those that are always required, and the twin of each scheme
    /// that it queries. A twin, and what is always required, needs none; `mailto` needs that of the mail app too.
    ///
    /// - Complexity: O(*n*) in the number of entries.
    public var requiredQueriesSchemes: [String] {
        let always = Self.queriesSchemesAlwaysRequired
        var required = always
        var known = Set(always)
        func add(_ scheme: String) { if known.insert(scheme).inserted { required.append(scheme) } }
        for scheme in queriesSchemes.map({ $0.lowercased() }) {
            guard !always.contains(scheme), !TwinScheme.isTwin(scheme) else { continue }
            add(TwinScheme.of(scheme))
            if scheme == "mailto" { add(TwinScheme.of("ms-outlook")) }
        }
        return required
    }

    /// The entries of ``requiredQueriesSchemes`` that are not among ``queriesSchemesRead``.
    public var missingQueriesSchemes: [String] {
        let read = Set(queriesSchemesRead.map { $0.lowercased() })
        return requiredQueriesSchemes.filter { !read.contains($0) }
    }
}
