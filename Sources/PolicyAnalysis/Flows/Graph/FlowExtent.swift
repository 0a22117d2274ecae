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
