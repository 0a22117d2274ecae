import PolicyModel

/// How much a graph holds. The audit needs one way out of each kind; a claim needs every way between the places it names.
struct FlowExtent {
    /// Whether every way is kept, those within the organization and those to its own places too, and whether answers that
    /// let nothing through are noted.
    var isComplete = false
    /// Accounts that are containers of their own, though another one stands for them otherwise.
    var accounts: Set<AccountID> = []
    /// Apps that are asked about, though no document declares them.
    var apps: Set<AppID> = []
    /// Views whose pages are containers.
    var views: Set<String> = []

    /// What is not taken for granted.
    var assuming: Set<AuditAssumption> = []

    /// What the audit looks at.
    static let outlets = FlowExtent()
}

/// Something that an audit takes for granted unless it is told to assume the worst.
public enum AuditAssumption: String, CaseIterable, Hashable, Sendable {
    /// Pages of the organization send what they show elsewhere: by a script, a frame or a resource.
    case untrustedPages = "untrusted-pages"
    /// People sign in to sites of the organization wherever a browser opens them: as nobody, under a personal account, in a
    /// view that no rules answer for.
    case webSignIn = "web-sign-in"
    /// What goes over the network without encryption is read there.
    case cleartext

    /// What is taken for granted unless it is assumed; nil where nothing is said of it.
    var sentence: String? {
        switch self {
        case .webSignIn: "Sites of the organization are opened under accounts of the organization only."
        case .untrustedPages: "Pages of the organization send nothing elsewhere by scripts or resources."
        case .cleartext: nil
        }
    }
}
