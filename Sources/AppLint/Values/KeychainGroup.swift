import ByteText
import PolicyFiles
import PropertyList

/// An entry of `keychain-access-groups`.
struct KeychainGroup {
    /// Why the system does not accept an entry.
    enum Problem {
        /// There is nothing in it.
        case empty
        /// Blanks around the group or its name, which would be part of the name.
        case blanks
        /// The prefix of the team is missing.
        case noPrefix
    }

    /// The group without the prefix of the team; nil if the build fills in the name.
    let name: String?
    /// The entry as it is written.
    let text: String
    /// The entry as it was probably meant.
    let corrected: String
    /// Why the entry is not valid; nil if it is.
    let problem: Problem?
    /// Whether the entry gives no information about its group, not even that it is the app's own.
    let isOpaque: Bool

    /// The group that the SDK keeps its data in.
    static let sdk = "com.microsoft.intune.mam"
    /// The group of the cache that apps of one vendor use for sign-in, unless the app names another.
    static let cache = "com.microsoft.adalcache"
    /// The same on macOS.
    static let macCache = "com.microsoft.identity.universalstorage"
    /// Both can contain MSAL's data, wherever the app runs, because a target for both systems has only one entitlements
    /// file.
    static let caches = [cache, macCache]
    /// The prefix that the build adds to a group.
    static let prefix = "$(AppIdentifierPrefix)"

    /// Reads an entry.
    init(_ text: String) {
        self.text = text
        let trimmed = Spelling.trimmed(text)
        let rest = Self.withoutPrefix(trimmed)
        let written = String(rest ?? trimmed[...])
        let meant = Spelling.trimmed(written)
        name = meant.isEmpty || BuildVariable.occurs(in: meant) ? nil : meant
        let lacksPrefix = rest == nil && !Self.isOfSystem(trimmed)
        corrected = (lacksPrefix ? Self.prefix : String(trimmed.dropLast(written.count))) + meant
        if trimmed.isEmpty {
            problem = .empty
        } else if lacksPrefix {
            problem = .noPrefix
        } else {
            problem = trimmed != text || meant != written ? .blanks : nil
        }
        // Without a prefix, an entry is no group of the SDK, whatever the build fills in after its beginning.
        isOpaque = rest != nil && name == nil && !Self.namesBundleID(trimmed)
    }

    /// Whether an entry without a prefix begins with something that was probably meant as one, so that its
    /// name is unclear: a sign as in `%(AppIdentifierPrefix)`, or a team in lower case.
    var resemblesPrefixed: Bool {
        guard problem == .noPrefix, !Self.namesBundleID(text), let first = text.first else { return false }
        let team = text.prefix { $0 != "." }
        let mayBeTeam = team.utf8.count == 10 && team.allSatisfy { $0.isLetter || $0.isNumber }
        return !(first.isLetter || first.isNumber) || text.contains("IdentifierPrefix")
            || mayBeTeam && team.contains(where: \.isNumber)
    }

    /// A text after the prefix of a team: a variable, or the ten letters and digits of the team and a dot. Nil if there
    /// is no prefix.
    private static func withoutPrefix(_ text: String) -> Substring? {
        guard let rest = BuildVariable.rest(of: text) else { return withoutTeam(text) }
        let variable = String(text[..<rest.startIndex])
        // The bundle ID has no prefix.
        if namesBundleID(variable) { return nil }
        // The values of these two end with the dot, and that of any other variable for a team does not.
        let hasDot = ["AppIdentifierPrefix", "TeamIdentifierPrefix"].contains { hasVariable($0, in: variable) }
        return !hasDot && rest.first == "." ? rest.dropFirst() : rest
    }

    private static func withoutTeam(_ text: String) -> Substring? {
        let team = text.prefix { $0 != "." }
        let isTeam =
            team.utf8.count == 10
            && team.utf8.allSatisfy { byte in
                (0x41...0x5A).contains(byte) || byte.isASCIIDigit
            }
        return isTeam && team.endIndex < text.endIndex ? text[text.index(after: team.endIndex)...] : nil
    }

    /// Whether a group needs no prefix: a group of the system, such as that of smart cards, or every group.
    private static func isOfSystem(_ text: String) -> Bool { text == "*" || text.hasPrefix("com.apple.") }

    /// Whether the bundle ID is filled into a text, which makes a group the app's own.
    private static func namesBundleID(_ text: String) -> Bool {
        ["PRODUCT_BUNDLE_IDENTIFIER", "CFBundleIdentifier"].contains { hasVariable($0, in: text) }
    }

    /// Whether a text has a variable with this name, with or without a modifier such as `:lower`.
    private static func hasVariable(_ name: String, in text: String) -> Bool {
        ["(\(name))", "(\(name):", "{\(name)}", "{\(name):"].contains { text.contains($0) }
    }
}
