import PolicyModel

/// How much a graph contains. The audit needs one way out of each kind; a claim needs every way between the places it
/// names.
struct FlowExtent {
    /// Whether every way is kept, including ways within the organization and to its own places, and whether answers
    /// that block are recorded.
    var isComplete = false
    /// Accounts that are separate containers, even if another account would otherwise represent them.
    var accounts: Set<AccountID> = []
    /// Accounts that represent no other account, because what is asked does not count them.
    var excepted: Set<AccountID> = []
    /// How many accounts of each kind are containers. Two are needed if it matters that one is not the other.
    var accountsOfEachKind = 1
    /// Apps that are included although no document declares them, or although another app represents them.
    var apps: Set<AppID> = []
    /// Views whose pages are containers.
    var views: Set<String> = []
    /// Whether the pages of views that show the organization's sites are containers: one view and one account of each
    /// kind.
    var includesSiteViews = false

    /// The worst cases to assume.
    var assuming: Set<AuditAssumption> = []

    /// The extent of the audit.
    static let outlets = FlowExtent()
}

/// A favorable condition that an audit takes for granted unless told to assume the worst.
package enum AuditAssumption: String, CaseIterable, Hashable, Sendable {
    /// Pages of the organization send what they show elsewhere, by a script, a frame or a resource.
    case untrustedPages = "untrusted-pages"
    /// People sign in to sites of the organization in any browser that opens them: without an account, under a personal
    /// account, or, unless the document declares the organization's hosts, in a view without rules.
    case webSignIn = "web-sign-in"
    /// Unencrypted network traffic is read by others.
    case cleartext

    /// The sentence that states what is taken for granted without this assumption, or nil if nothing needs to be
    /// stated.
    var sentence: String? {
        switch self {
        case .webSignIn: "Sites of the organization are opened only with accounts of the organization."
        case .untrustedPages: "Pages of the organization send nothing elsewhere through scripts or resources."
        case .cleartext: nil
        }
    }
}
