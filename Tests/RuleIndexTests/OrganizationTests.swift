import PolicyModel
import Testing

@testable import RuleIndex

@Suite("Organizations of accounts and apps") struct OrganizationTests {
    /// For each managed account, whether a managed app belongs to its organization; `-` stands for no organization, and
    /// `home` for an unmanaged account.
    private func isShared(_ accounts: [String], app: String) throws -> [Bool] {
        let directory = AccountDirectory(
            accounts.enumerated().map { number, organization in
                Account(
                    id: AccountID("account-\(number)"),
                    organization: ["-", "home"].contains(organization) ? nil : organization,
                    policy: organization == "home" ? nil : "p"
                )
            }
        )
        let policy = CompiledPolicy(
            PolicyDocument(
                policies: ["p": AppProtectionPolicy(name: "p")],
                accounts: directory,
                user: nil,
                apps: [AppDeclaration(id: "app", isManaged: true, organization: app == "-" ? nil : app)]
            )
        )
        let apps = try #require(policy.apps)
        return policy.identityOfAccount.compactMap { $0 }.map { apps.isManaged(0, for: $0) }
    }

    @Test(
        "An app without an organization belongs to the organization of all managed accounts, if they share one",
        arguments: [
            (["contoso"], "-", [true]),
            (["contoso", "contoso"], "-", [true, true]),
            (["-"], "-", [true]),
            (["-", "home"], "-", [true]),
            (["home", "contoso"], "-", [true]),
            // It is unknown which of several accounts the app is managed for.
            (["contoso", "fabrikam"], "-", [false, false]),
            (["contoso", "-"], "-", [false, false]),
            (["-", "-"], "-", [false, false]),
            // A declared organization counts.
            (["contoso"], "contoso", [true]),
            (["contoso"], "fabrikam", [false]),
            (["-"], "contoso", [false]),
            (["home"], "-", []),
        ] as [([String], String, [Bool])]
    )
    func apps(accounts: [String], app: String, expected: [Bool]) throws {
        #expect(try isShared(accounts, app: app) == expected)
    }

    @Test("Two apps without an organization share one only if all managed accounts do")
    func twoApps() throws {
        for (organizations, isSame) in [(["contoso"], true), (["contoso", "fabrikam"], false), ([], false)] {
            let document = PolicyDocument(
                policies: ["p": AppProtectionPolicy(name: "p")],
                accounts: AccountDirectory(
                    organizations.map { Account(id: AccountID($0), organization: $0, policy: "p") }
                ),
                user: nil,
                apps: ["a", "b"].map { AppDeclaration(id: AppID($0), isManaged: true) }
            )
            let apps = try #require(CompiledPolicy(document).apps).apps.compactMap(\.managed)
            #expect(apps.count == 2 && apps[0].isSameOrganization(as: apps[1]) == isSame)
        }
    }
}
