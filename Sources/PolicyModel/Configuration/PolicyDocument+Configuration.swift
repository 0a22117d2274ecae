/// Which app configurations reach which account.
extension PolicyDocument {
    /// The device's own user, whom a configuration of device management reaches; nil where nothing says who that is, or
    /// the document knows no such account.
    ///
    /// ``mdmUser`` says it for all; else each says it for itself by `IntuneMAMOID`, or else by `IntuneMAMUPN`. A token
    /// there has no value, so it names nobody.
    public func mdmUser(of configuration: AppConfigurationDocument) -> Account? {
        (mdmUser ?? configuration.namedUser).flatMap { accounts[$0] }
    }

    /// Every configuration: those of `appConfigurations`, and `app.appConfig`, which is one more for every managed
    /// account.
    public var allAppConfigurations: [AppConfigurationDocument] {
        let own = app.appConfig
        guard !own.isEmpty else { return appConfigurations }
        let place = app.location(of: .appConfig)
        let settings = own.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map {
            AppConfigurationSetting($0.key, .string($0.value), location: place)
        }
        return appConfigurations + [AppConfigurationDocument(settings: settings, location: place)]
    }

    /// The keys whose values not even the command that shows configurations may show.
    package var scrubbedKeys: [String] {
        if case .texts(let keys)? = app[.valuesToScrubFromLogging] { keys } else { [] }
    }

    /// What all configurations together say to each account, in the order of the directory. Accounts that the same
    /// configurations reach share one view.
    ///
    /// - Complexity: O(*a* · *d* + *v* · *n*) for *a* accounts, *d* documents, *n* settings and *v* different views.
    public func appConfigurationViews() -> [AppConfigurationView] {
        let all = allAppConfigurations
        guard !all.isEmpty else { return accounts.accounts.map { _ in .empty } }
        // Who is meant is looked up once for a document, not once for each account.
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
