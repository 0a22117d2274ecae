import PolicyModel
import PropertyList

/// The text of a URL scheme in a list, and what it has to be.
struct SchemeText {
    /// The scheme in lower case; of a text that is none, the scheme that it is the beginning of a URL with.
    let scheme: String?
    /// Whether the text is a scheme as it stands.
    let isLegal: Bool

    /// Reads a text in which no build fills anything in.
    ///
    /// What is before the first colon of `msauth.com.contoso.app://auth` is the scheme that was meant. A twin keeps
    /// its end: `myapp://auth-intunemam` was made from `myapp://auth`, and is to be `myapp-intunemam`.
    init(_ text: String) {
        isLegal = RedirectScheme.isScheme(text)
        guard !isLegal else {
            scheme = text.lowercased()
            return
        }
        let lowered = Spelling.trimmed(text).lowercased()
        guard !RedirectScheme.isScheme(lowered) else {
            scheme = lowered
            return
        }
        guard let colon = lowered.firstIndex(of: ":"), RedirectScheme.isScheme(lowered[..<colon]) else {
            scheme = nil
            return
        }
        let start = String(lowered[..<colon])
        scheme = TwinScheme.isTwin(lowered) && !TwinScheme.isTwin(start) ? TwinScheme.of(start) : start
    }

    /// The twin of a scheme of which the build fills some in, as the vendor's tool writes it: of `$(SCHEME)` it is
    /// `$(SCHEME)-intunemam`.
    ///
    /// - Returns: Nil for a twin, and for what is no scheme whatever the build fills in.
    static func twin(ofUnknown text: String) -> String? {
        guard BuildVariable.occurs(in: text), !text.lowercased().contains("intunemam") else { return nil }
        var rest = text[...]
        var example = ""
        while let start = rest.firstIndex(of: "$") {
            example += rest[..<start]
            guard let end = rest[start...].firstIndex(where: { $0 == ")" || $0 == "}" }) else { return nil }
            example += "a"
            rest = rest[rest.index(after: end)...]
        }
        return RedirectScheme.isScheme(example + rest) ? TwinScheme.of(text) : nil
    }

    /// The scheme that the SDK itself is signed in by, where an app has no registration of its own. Nothing opens it but
    /// the app that signs in.
    static let sdkRedirect = "msauth.com.microsoft.intunemam"

    /// Whether a scheme is one that sign-in uses. The vendor's own samples have no twins of these.
    static func isRedirect(_ scheme: String) -> Bool { scheme.hasPrefix("msauth") }
}

/// Apps that are known to use the SDK, so that an app which opens their schemes can do without the twins.
///
/// The vendor's own apps for work accounts; whoever knows of another removes its twin without being told.
enum KnownManagedApp {
    private static let schemes: Set<String> = [
        "microsoft-edge", "microsoft-edge-http", "microsoft-edge-https", "ms-excel", "ms-onedrive", "ms-outlook",
        "ms-powerpoint", "ms-sharepoint", "ms-teams", "ms-to-do", "ms-whiteboard", "ms-word", "msteams", "onenote",
        "yammer",
    ]

    /// Whether a scheme in lower case is the twin of such an app's.
    static func hasTwin(_ scheme: String) -> Bool {
        TwinScheme.isTwin(scheme) && schemes.contains(String(scheme.dropLast(TwinScheme.suffix.utf8.count)))
    }
}
