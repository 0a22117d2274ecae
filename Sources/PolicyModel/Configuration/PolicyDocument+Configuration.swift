/// Determines which app configurations apply to which account.
extension PolicyDocument {
    /// The device's own user, to whom a configuration of device management applies; nil if nothing specifies this user,
    /// or the document contains no such account.
    ///
    /// ``mdmUser`` specifies it for all configurations; otherwise each configuration specifies it with `IntuneMAMOID`,
    /// or, if that names no account, with `IntuneMAMUPN`. A token there has no value, so it names no user.
    public func mdmUser(of configuration: AppConfigurationDocument) -> Account? {
        let names = mdmUser.map { [$0] } ?? configuration.namedUsers
        return names.lazy.compactMap { accounts[$0] }.first
    }

    /// Every configuration: those of `appConfigurations`, and `app.appConfig`, which is an additional configuration for
    /// every managed account.
    public var allAppConfigurations: [AppConfigurationDocument] {
        let own = app.appConfig
        guard !own.isEmpty else { return appConfigurations }
        let place = app.location(of: .appConfig)
        let settings = own.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map {
            AppConfigurationSetting($0.key, .string($0.value), location: place)
        }
        return appConfigurations + [AppConfigurationDocument(settings: settings, location: place)]
    }

    /// The keys whose values may not be shown, even by the command that shows configurations.
    package var scrubbedKeys: [String] {
        if case .texts(let keys)? = app[.valuesToScrubFromLogging] { keys } else { [] }
    }

    /// The combined configurations of each account, in the order of the directory. Accounts with the same
    /// configurations share one view.
    ///
    /// - Complexity: O(*a* · *d* + *v* · *n*) for *a* accounts, *d* documents, *n* settings and *v* different views.
    public func appConfigurationViews() -> [AppConfigurationView] {
        let all = allAppConfigurations
        guard !all.isEmpty else { return accounts.accounts.map { _ in .empty } }
        // The targets are looked up once per document, not once for each account.
        let users = all.map { $0.channel == .mdm ? mdmUser(of: $0)?.id : nil }
        let targets = all.map { $0.accounts.map { Set($0.compactMap { accounts[$0]?.id }) } }
        var made: [[Int]: AppConfigurationView] = [:]
        return accounts.accounts.map { account in
            guard account.isManaged else { return .empty }
            let reaching = all.indices.filter { index in
                (targets[index]?.contains(account.id) ?? true)
                    && (all[index].channel == .mam || users[index] == account.id)
            }
            if let view = made[reaching] { return view }
            let view = AppConfigurationView(reaching.map { all[$0] })
            made[reaching] = view
            return view
        }
    }
}
