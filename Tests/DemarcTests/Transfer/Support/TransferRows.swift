import Demarc
import Diagnostics
import PolicyModel

/// The document for testing the rows of the tables by hand, on an enrolled device, with no acting account.
enum TransferRows {
    private static let yaml = """
        demarc: 1
        app:
          id: com.contoso.notes
          multiIdentity: true
          multiManagedIdentities: true
        user: none
        policies:
          strict:
            allowedOutboundDataTransferDestinations: managedApps
            allowedInboundDataTransferSources: managedApps
            saveAsBlocked: true
            allowedDataStorageLocations: [sharePoint, localStorage, photoLibrary]
            blockDataIngestionIntoOrganizationDocuments: true
            allowedDataIngestionLocations: [sharePoint, camera]
            disableProtectionOfManagedOutboundOpenInData: true
          closed:
            allowedOutboundDataTransferDestinations: none
            allowedInboundDataTransferSources: none
          filtered:
            allowedOutboundDataTransferDestinations: managedApps
            allowedInboundDataTransferSources: managedApps
            filterOpenInToOnlyManagedApps: true
          open: {protectInboundDataFromUnknownSources: true}
        accounts:
          - {account: dana, upn: dana@contoso.example, organization: contoso, policy: strict}
          - {account: kim, organization: contoso, policy: filtered}
          - {account: robin, organization: fabrikam, policy: closed}
          - {account: lee, organization: tailspin, policy: open}
          - {account: home}
        """

    private static let apps = [
        AppDeclaration(id: "com.contoso.mail", isManaged: true, organization: "contoso"),
        AppDeclaration(id: "com.fabrikam.mail", isManaged: true, organization: "fabrikam", policy: "closed"),
        AppDeclaration(id: "com.fabrikam.chat", isManaged: true, organization: "fabrikam"),
        AppDeclaration(id: "com.tailspin.mail", isManaged: true, organization: "tailspin", policy: "open"),
        AppDeclaration(id: "com.contoso.scanner", isMDMManaged: true),
        AppDeclaration(id: "com.example.game"),
    ]

    static func engine() throws -> PolicyEngine {
        var document = try document(yaml)
        document.apps = apps
        let engine = PolicyEngine(document)
        engine.setDeviceEnrolled(true)
        return engine
    }

    /// The verdict, then each code with its setting and the line where the setting is written.
    static func text(_ decision: Decision, _ evaluator: borrowing Evaluator) throws -> String {
        let reasons = try evaluator.reasons(of: decision).map { reason in
            let line = reason.location.map { ":\($0.line)" } ?? ""
            return reason.code.rawValue + (reason.setting.map { " (\($0)\(line))" } ?? "")
        }
        let account = try evaluator.account(of: decision).map { " to \($0)" } ?? ""
        return "\(decision.verdict.rawValue)\(account): \(reasons.joined(separator: ", "))"
    }
}
