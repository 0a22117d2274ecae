import ByteText

/// The names of lists, and what has such a name without being a list of the browser.
extension BrowserPolicyLists {
    /// The lists that are searched for, with the names of the policies.
    package enum Name: String, CaseIterable, Hashable, Sendable {
        case urlAllowlist = "URLAllowlist"
        case urlBlocklist = "URLBlocklist"
        /// Schemes that browsers on computers add to the block list, at its beginning.
        case disabledSchemes = "DisabledSchemes"
        case allowListURLs = "AllowListURLs"
        case blockListURLs = "BlockListURLs"

        /// Whether it is a list of the managed browser, a text with `|` between the entries.
        var isOfManagedBrowser: Bool { self == .allowListURLs || self == .blockListURLs }

        /// The names that browsers once had for their lists, and no longer read.
        private static let oldNames: [String: Name] = ["URLWhitelist": .urlAllowlist, "URLBlacklist": .urlBlocklist]

        /// Every name of a list in policy files, including the old ones.
        static let names: [String: Name] = oldNames.merging(allCases.map { ($0.rawValue, $0) }) { first, _ in first }

        private static let namesOfGoogleAPI: [String: Name] = [
            "urlAllowlist": .urlAllowlist, "urlBlocklist": .urlBlocklist,
        ]

        private static let namesInLowerCase = Dictionary(
            names.map { ($0.key.lowercased(), $0.value) }
        ) { first, _ in first }

        /// Whether a key that names a list has an old name, directly or after a namespace.
        static func isOld(_ key: String) -> Bool {
            let last = lastPart(of: key)
            return oldNames.keys.contains { $0.lowercased() == last }
        }

        /// The key in lower case, without its namespace.
        static func lastPart(of key: String) -> String {
            key.split(separator: ".").last.map { String($0).lowercased() } ?? ""
        }

        /// How the names of lists are written.
        enum Spelling {
            /// As in a policy. A browser ignores `urlblocklist` in its policy file, and an app in its configuration,
            /// also after a namespace.
            case exact
            /// As in a policy, or as in Google's API for policies.
            case googleAPI
            /// In any case, as in the identifiers of a settings catalog.
            case anyCase
        }

        /// The list that a key names: directly, after a namespace, with an old name, or with its settings catalog name.
        ///
        /// - Parameters:
        ///   - key: The key.
        ///   - spelling: How the names are written. The identifiers of a settings catalog match in any case.
        init?(key: String, spelling: Spelling) {
            guard key.utf8.count <= 512, var part = key.split(separator: ".").last else { return nil }
            // To the browser, a name with a blank before or after it is another name.
            let hasBlanks = key.utf8.contains(where: \.isSpaceOrLineBreak)
            part = part.drop(while: \.isWhitespace)
            while part.last?.isWhitespace == true { part.removeLast() }
            let written = String(part)
            let last = written.lowercased()
            switch last {
            case "preferences_urlallowlist": self = .urlAllowlist
            case "preferences_urlblocklist": self = .urlBlocklist
            case _ where last.hasSuffix("_urlallowlistdesc"): self = .urlAllowlist
            case _ where last.hasSuffix("_urlblocklistdesc"): self = .urlBlocklist
            case _ where last.hasSuffix("_disabledschemesdesc"): self = .disabledSchemes
            default:
                let name =
                    switch spelling {
                    case .exact: hasBlanks ? nil : Self.names[written]
                    case .googleAPI: hasBlanks ? nil : Self.names[written] ?? Self.namesOfGoogleAPI[written]
                    case .anyCase: Self.namesInLowerCase[last]
                    }
                guard let name else { return nil }
                self = name
            }
        }

        /// The list that a setting of a settings catalog enables or disables, as
        /// `device_vendor_msft_policy_config_chromeintunev1~policy~googlechrome_urlblocklist` does. The entries are in
        /// another setting among its `children`.
        init?(enabledBy setting: String) {
            let last = setting.lowercased()
            guard let name = Self.allCases.first(where: { last.hasSuffix("_\($0.rawValue.lowercased())") }) else {
                return nil
            }
            self = name
        }
    }

    /// A list that the browser does not read from here, or that cannot be read.
    package struct PassedOver {
        /// The reason why it was not read.
        package enum Reason: Hashable, Sendable {
            /// It is in the settings of an extension, below this key.
            case ofExtension(String)
            /// Its name is written in another case, or with blanks.
            case otherCase(String)
            /// The settings catalog disables it. It is empty if the file does not contain its entries.
            case disabled(isEmpty: Bool)
            /// It has no entries.
            case empty
            /// The string of a key contains it.
            case encoded(Encoding)
            /// This key is its old name, and its configuration has the current name of a list, too. It is a loss if it
            /// blocks something, and no other block list does.
            case oldName(String, isLoss: Bool)
        }

        /// The encoding of a list in a string.
        package struct Encoding: Hashable {
            /// What the string is.
            package enum Form: Hashable, Sendable {
                case base64, json
                /// The address of a setting of Windows, next to the list in XML.
                case omaURI
            }

            /// The key of the string.
            package let key: String
            package let form: Form
            /// Whether the string only has an old name of the list.
            let isOldName: Bool
            /// Whether browsers read the list. They do not if it has an old name and the file has a current one.
            package internal(set) var isRead: Bool
        }

        package let name: Name
        /// The range of its key.
        package let keyRange: Range<Int>
        package let reason: Reason
    }
}
