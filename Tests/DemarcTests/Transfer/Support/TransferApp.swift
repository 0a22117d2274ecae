import PolicyModel

/// Every kind of app that data can go to, or come from.
enum TransferApp: Int, CaseIterable {
    /// Not declared.
    case unheardOf
    case unmanaged
    /// Unmanaged, and installed by device management.
    case mdm
    /// Managed for contoso, without a named policy.
    case contoso
    /// Managed for contoso under the second policy.
    case contosoNamed
    case fabrikam
    case fabrikamNamed
    /// Managed for fabrikam under the second policy, and installed by device management.
    case fabrikamMDM
    /// Managed for an organization that isn't named.
    case ownOrganization
    /// The app that makes the request. Its declaration as managed for fabrikam must not count.
    case thisApp

    var id: AppID { Self.ids[rawValue] }

    private static let ids = allCases.map { AppID("com.example.\($0)") }

    var isManaged: Bool {
        switch self {
        case .contoso, .contosoNamed, .fabrikam, .fabrikamNamed, .fabrikamMDM, .ownOrganization, .thisApp: true
        case .unheardOf, .unmanaged, .mdm: false
        }
    }

    var organization: String? {
        switch self {
        case .contoso, .contosoNamed: "contoso"
        case .fabrikam, .fabrikamNamed, .fabrikamMDM, .thisApp: "fabrikam"
        case .unheardOf, .unmanaged, .mdm, .ownOrganization: nil
        }
    }

    var namesPolicy: Bool { self == .contosoNamed || self == .fabrikamNamed || self == .fabrikamMDM }

    var isMDMManaged: Bool { self == .mdm || self == .fabrikamMDM || self == .thisApp }

    var declaration: AppDeclaration? {
        guard self != .unheardOf else { return nil }
        return AppDeclaration(
            id: id,
            isManaged: isManaged,
            organization: organization,
            policy: namesPolicy ? "second" : nil,
            isMDMManaged: isMDMManaged
        )
    }
}
