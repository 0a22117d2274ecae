import PolicyModel

/// All persons that can own or receive data.
enum TransferPerson: Int, CaseIterable {
    /// Explicitly no account.
    case nobody
    /// An unmanaged account.
    case home
    /// A managed account of contoso, under the first policy.
    case dana
    /// Another managed account of contoso, under the second policy.
    case kim
    /// A managed account of fabrikam, under the second policy.
    case robin
    /// A managed account without an organization, under the second policy.
    case loner
    /// An account that the policy document does not contain.
    case stranger
    /// Dana and the unmanaged account at once. No request can name them: they can only act.
    case everyone

    /// The persons that a request can name.
    static let named = allCases.filter { $0 != .everyone }

    /// The account that a request uses for the person.
    var account: AccountID { Self.accounts[rawValue] }

    private static let accounts = allCases.map { $0 == .nobody ? AccountID.noUser : AccountID("\($0)") }

    var isManaged: Bool {
        switch self {
        case .dana, .kim, .robin, .loner, .everyone: true
        case .nobody, .home, .stranger: false
        }
    }

    /// The organization, or nil if the person belongs to none or to several.
    var organization: String? {
        switch self {
        case .dana, .kim: "contoso"
        case .robin: "fabrikam"
        case .loner: "loner's own"
        case .nobody, .home, .stranger, .everyone: nil
        }
    }
}
