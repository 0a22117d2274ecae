import PolicyModel

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
