import DocumentReading

/// Which lists and settings of a file belong to one app.
extension BrowserPolicyLists {
    /// The configuration of one app, or one payload of a configuration profile. Lists of different ones are not
    /// combined: the allow list of one would open what the block list of the other closes.
    package struct Configuration: Hashable {
        /// The offset of the object or array with the configuration; 0 without one.
        var offset = 0
        /// The product that a settings catalog names; empty elsewhere.
        var product = ""
    }

    /// Whether a key contains the configuration of one app, or an array with one for each app. The payloads of a
    /// configuration profile count as apps: a system need not combine even those of one app.
    static func isOfApps(_ key: String) -> Bool {
        [
            "managedconfiguration", "managedproperty", "chromepolicies", "applications", "policies", "payloadcontent",
            "mcx_preference_settings",
        ].contains(key.lowercased())
    }

    /// Whether an element of an array is a configuration, as in a page of policies from Graph, rather than a setting.
    static func isConfiguration(_ element: DocumentNode) -> Bool {
        switch element.content {
        case .scalar: false
        case .sequence: true
        case .mapping(let entries): !isOfCatalog(entries) && pairs(entries).isEmpty
        }
    }

    /// Whether an object has a list, so that it is the configuration of the list.
    static func hasLists(_ entries: [DocumentNode.Entry]) -> Bool {
        entries.contains { Name(key: $0.key, spelling: .anyCase) != nil }
    }

    /// Whether some values of an object or array are settings of lists, or settings of a settings catalog, so that it
    /// is the configuration of the lists. A shell writes an array of one setting as the setting.
    static func hasSettings(_ values: [DocumentNode]) -> Bool {
        values.contains { value in
            guard case .mapping(let entries) = value.content else { return false }
            return isOfCatalog(entries) || !listSettings(pairs(entries), spelling: .anyCase).isEmpty
        }
    }

    /// Whether an object is a setting of a settings catalog, with everything in it. The cmdlets of PowerShell write the
    /// keys in another case.
    static func isOfCatalog(_ entries: [DocumentNode.Entry]) -> Bool {
        entries.contains { entry in
            ["settinginstance", catalogKey.lowercased()].contains(entry.key.lowercased())
        }
    }

    /// The identifier of the setting of a settings catalog that an object is; nil if it is none.
    static func catalogSetting(_ entries: [DocumentNode.Entry]) -> String? {
        guard let entry = entries.first(where: { $0.key.lowercased() == catalogKey.lowercased() }),
            case .scalar(let identifier, isPlain: false) = entry.value.content
        else { return nil }
        return identifier
    }

    /// The place of the choice if an entry disables a setting of a settings catalog: `…_0`, beside `…_1`, which enables
    /// it. What it has among its `children` then is not set.
    static func disablingChoice(_ entry: DocumentNode.Entry, _ setting: String?) -> DocumentNode.Place? {
        guard let setting, entry.key.lowercased() == "choicesettingvalue",
            case .mapping(let members) = entry.value.content,
            let value = members.first(where: { $0.key.lowercased() == "value" })?.value,
            case .scalar(let choice, isPlain: false) = value.content
        else { return nil }
        return choice.lowercased() == setting.lowercased() + "_0" ? value.place : nil
    }

    /// Whether an object names the schema of both lists in Google's API for policies, as in answers of the API and in
    /// the output of tools. The API has names of its own for the lists.
    static func isOfGoogleAPI(_ entries: [DocumentNode.Entry]) -> Bool {
        entries.contains { entry in
            guard ["policySchema", "name"].contains(entry.key),
                case .scalar(let text, isPlain: false) = entry.value.content
            else { return false }
            return text.hasPrefix("chrome.") && text.hasSuffix(".UrlBlocking")
        }
    }

    /// The product that a setting of a settings catalog is for: `microsoft_edge` in
    /// `user_vendor_msft_policy_config_microsoft_edgev77.3~policy~microsoft_edge_urlblocklist`, and all that is before
    /// the list's name in `com.microsoft.edge.mamedgeappconfigsettings.urlblocklist`. The scope, which is a device or a
    /// user, and the version of the settings do not matter: the browser combines them.
    static func product(ofCatalogSetting identifier: String) -> String {
        var product = identifier.lowercased()[...]
        if let scope = product.firstRange(of: "_config_") { product = product[scope.upperBound...] }
        product = product.prefix { $0 != "~" }
        for list in Name.names.keys {
            if let name = product.firstRange(of: list.lowercased()) { product = product[..<name.lowerBound] }
        }
        while let last = product.last, "._".contains(last) { product.removeLast() }
        let named = product
        while let last = product.last, last.isNumber || last == "." { product.removeLast() }
        if product.utf8.count < named.utf8.count, product.last == "v" { product.removeLast() }
        return String(product)
    }
}
