import Demarc
import Diagnostics
import PolicyFiles
import PolicyModel

extension DecisionWorkload {
    /// Every question about sharing, for views, accounts and apps of two organizations.
    static func sharing() throws -> [DecisionWorkload] {
        let engine = try makeEngine()
        return clipboard(engine) + transfer(engine)
    }

    /// Account ids have the length of real object ids and names, because looking them up is most of the work.
    private static let dana = AccountID("3ec2c00f-b125-4519-acf0-302ac3761822")
    private static let kim = AccountID("kim.user@contoso.example")
    private static let robin = AccountID("9a51d1b3-0c44-4f5b-8d5f-b5f1f0b4a7d0")
    private static let home = AccountID("dana@home.example")
    private static let outlook = AppID("com.microsoft.Office.Outlook")
    private static let scanner = AppID("com.contoso.scanner")

    // MARK: Clipboard

    private static func clipboard(_ engine: PolicyEngine) -> [DecisionWorkload] {
        let views = ["page", "notice", "plain"].compactMap { engine.view(named: $0) }
        let places: [Place<ViewID>] =
            views.map { .view($0) }
            + [.native(), .account(dana), .account(robin), .account(home), .app(outlook), .app(scanner)]
        let items = [
            ClipboardItem(.text, characters: 12), ClipboardItem(.text, characters: 400), ClipboardItem(.image),
        ]
        let pairs = places.enumerated().flatMap { position, from in
            places.map { (items[position % items.count], from, $0) }
        }
        let evaluator = engine.makeEvaluator()
        let records = places.map { evaluator.owner(of: $0) }
        return [
            DecisionWorkload("clipboard: copy", engine, pairs) { $0.copy($1.0, from: $1.1) },
            DecisionWorkload("clipboard: paste between places", engine, pairs) {
                $0.paste($1.0, from: $1.1, into: $1.2)
            },
            DecisionWorkload("clipboard: paste as an account", engine, pairs) {
                $0.paste($1.0, from: $1.1, into: $1.2, identity: kim)
            },
            DecisionWorkload(
                "clipboard: paste of a recorded owner",
                engine,
                records.flatMap { owner in places.map { (owner, $0) } }
            ) {
                $0.paste(items[0], ownedBy: $1.0, into: $1.1)
            },
            DecisionWorkload(
                "clipboard: upload",
                engine,
                places.flatMap { place in views.map { (place, $0) } }
            ) {
                $0.upload(from: $1.0, into: $1.1)
            },
        ]
    }

    // MARK: Transfer

    private static func transfer(_ engine: PolicyEngine) -> [DecisionWorkload] {
        let accounts: [AccountID?] = [nil, dana, robin, home]
        let apps = [outlook, scanner, AppID("com.example.unheard.of")]
        return [
            DecisionWorkload(
                "transfer: save",
                engine,
                SaveLocation.allCases.flatMap { location in accounts.map { (location, $0) } }
            ) {
                $0.save(to: $1.0, of: $1.1)
            },
            DecisionWorkload(
                "transfer: open",
                engine,
                OpenLocation.allCases.flatMap { location in accounts.map { (location, $0) } }
            ) {
                $0.open(from: $1.0, of: $1.1)
            },
            DecisionWorkload(
                "transfer: send",
                engine,
                SharingMethod.allCases.flatMap { method in
                    accounts.flatMap { account in apps.map { (method, account, $0) } }
                }
            ) {
                $0.send(to: $1.2, via: $1.0, ownedBy: $1.1)
            },
            DecisionWorkload(
                "transfer: receive",
                engine,
                accounts.flatMap { account in apps.map { (account, $0) } }
            ) {
                $0.receive(from: $1.1, into: $1.0)
            },
        ]
    }

    // MARK: The policy

    private struct UnreadablePolicy: Error { let diagnostics: [Diagnostic] }

    private static func makeEngine() throws -> PolicyEngine {
        let text = """
            demarc: 1
            app: {id: com.contoso.host, multiIdentity: true, multiManagedIdentities: true}
            user: \(dana)
            policies:
              level2:
                allowedOutboundClipboardSharingLevel: managedApps
                allowedOutboundClipboardSharingExceptionLength: 40
                allowedOutboundDataTransferDestinations: managedApps
                allowedInboundDataTransferSources: managedApps
                saveAsBlocked: true
                allowedDataStorageLocations: [oneDriveForBusiness, sharePoint]
                blockDataIngestionIntoOrganizationDocuments: true
                allowedDataIngestionLocations: [sharePoint, camera]
              level1: {allowedOutboundClipboardSharingLevel: managedAppsWithPasteIn}
            accounts:
              - {account: \(dana), upn: dana@contoso.example, organization: contoso, policy: level2}
              - {account: \(kim), organization: contoso, policy: level1}
              - {account: \(robin), organization: fabrikam, policy: level1}
              - {account: \(home)}
            views:
              - {id: page, policy: currentIdentity}
              - {id: notice, policy: unmanaged}
              - {id: plain}
            """
        let files = MemoryFiles([:] as [String: String])
        let result = PolicyDocumentReader(files: files).load(text: text, path: "policy.yaml")
        guard var document = result.document else { throw UnreadablePolicy(diagnostics: result.diagnostics) }
        document.apps = [
            AppDeclaration(id: outlook, isManaged: true, organization: "contoso"),
            AppDeclaration(id: scanner, isMDMManaged: true),
        ]
        return PolicyEngine(document)
    }
}
