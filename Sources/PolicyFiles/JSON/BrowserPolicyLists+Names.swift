/// The names of lists, and what has such a name without being a list of the browser.
extension BrowserPolicyLists {
    /// The lists that are searched for, with the names of the policies.
    package enum Name: String, CaseIterable, Hashable, Sendable {
        case urlAllowlist = "URLAllowlist"
        case urlBlocklist = "URLBlocklist"
        case allowListURLs = "AllowListURLs"
        case blockListURLs = "BlockListURLs"

        /// Every name of a list in policy files, including the older ones.
        static let names: [String: Name] = [
            "URLAllowlist": .urlAllowlist, "URLBlocklist": .urlBlocklist, "URLWhitelist": .urlAllowlist,
            "URLBlacklist": .urlBlocklist, "AllowListURLs": .allowListURLs, "BlockListURLs": .blockListURLs,
        ]

        private static let namesInLowerCase = Dictionary(
            names.map { ($0.key.lowercased(), $0.value) }
        ) { first, _ in first }

        /// The list that a key names: directly, after a namespace, with an older name, or with its settings catalog
        /// name.
        ///
        /// - Parameters:
        ///   - key: The key.
        ///   - ignoresCase: Whether the case of a name without a namespace does not matter. A browser ignores
        ///     `urlblocklist` in its policy file.
        init?(key: String, ignoresCase: Bool) {
            guard key.utf8.count <= 512 else { return nil }
            let last = key.split(separator: ".").last.map { String($0).lowercased() } ?? ""
            switch last {
            case "preferences_urlallowlist": self = .urlAllowlist
            case "preferences_urlblocklist": self = .urlBlocklist
            case _ where last.hasSuffix("_urlallowlistdesc"): self = .urlAllowlist
            case _ where last.hasSuffix("_urlblocklistdesc"): self = .urlBlocklist
            default:
                let isExact = !ignoresCase && !key.contains(".")
                guard let name = isExact ? Self.names[key] : Self.namesInLowerCase[last] else { return nil }
                self = name
            }
        }
    }

    /// A list that the browser does not read from here, or that cannot be read.
    package struct PassedOver {
        /// The reason why it was not read.
        package enum Reason: Hashable, Sendable {
            /// It is in the settings of an extension, below this key.
            case ofExtension(String)
            /// Its name is written in another case.
            case otherCase(String)
            /// The value of this key seems to contain it, in base64 or as JSON in a string.
            case encoded(String, isBase64: Bool)
        }

        package let name: Name
        /// The range of its key.
        package let keyRange: Range<Int>
        package let reason: Reason
    }
}
