import PropertyList

/// An entry of `keychain-access-groups`.
struct KeychainGroup {
    /// The group without the prefix of the team; nil where the build fills in what it is.
    let name: String?
    /// The entry as it is written.
    let text: String

    /// The group that the SDK keeps its data in.
    static let sdk = "com.microsoft.intune.mam"
    /// The group of the cache that apps of one vendor sign in with, unless the app names another.
    static let cache = "com.microsoft.adalcache"
    /// What the build puts before a group.
    static let prefix = "$(AppIdentifierPrefix)"

    /// Reads an entry.
    init(_ text: String) {
        self.text = text
        let rest = BuildVariable.rest(of: text) ?? Self.withoutTeam(text)
        name = rest.isEmpty || BuildVariable.occurs(in: String(rest)) ? nil : String(rest)
    }

    /// Whether the entry says nothing of what it is: not even that it is the app's own group.
    var isOpaque: Bool {
        guard name == nil else { return false }
        return !text.contains("(PRODUCT_BUNDLE_IDENTIFIER)") && !text.contains("(CFBundleIdentifier)")
    }

    /// A text behind the ten letters and digits of a team.
    private static func withoutTeam(_ text: String) -> Substring {
        let team = text.prefix { $0 != "." }
        let isTeam =
            team.utf8.count == 10
            && team.utf8.allSatisfy { byte in
                (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
            }
        return isTeam && team.endIndex < text.endIndex ? text[text.index(after: team.endIndex)...] : text[...]
    }
}
