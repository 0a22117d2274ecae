import Foundation
import TestSupport
import Testing

/// `Examples/ci/compare-policies`: what a pull request is compared with, and its exit status.
@Suite("Comparing policies in CI") struct ComparePoliciesTests {
    private static let policy = """
        demarc: 1
        policies:
          strict: {allowedOutboundClipboardSharingLevel: managedApps, printBlocked: true}
        accounts: [{account: dana@contoso.com, organization: contoso, policy: strict}]
        """

    /// A repository with one commit of the policy, which is then changed.
    private static func compare(_ new: String, _ arguments: String, in folder: TemporaryFolder) throws -> Tool.Outcome {
        try folder.makeFolder("policies")
        try folder.write(policy, to: "policies/policy.yaml")
        try folder.write(new, to: "next")
        return try Tool.bash(
            """
            exec 2>&1
            set -e
            cd '\(folder.path)'
            export DEMARC="$demarc" GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
            git init --quiet . && git add policies
            git -c user.name=dana -c user.email=dana@contoso.com commit --quiet --message released
            cp next policies/policy.yaml
            '\(Repository.path("Examples/ci/compare-policies"))' \(arguments)
            """
        )
    }

    @Test(
        "Only a new leak path fails, unless configured otherwise",
        arguments: [
            (policy, "HEAD policies/policy.yaml results", 0),
            (
                policy.replacing("printBlocked: true", with: "printBlocked: false"),
                "HEAD policies/policy.yaml results", 1
            ),
            (policy.replacing("managedApps", with: "blocked"), "HEAD policies/policy.yaml results", 0),
            (
                policy.replacing("printBlocked: true", with: "printBlocked: maybe"),
                "HEAD policies/policy.yaml results", 2
            ),
            (policy, "nowhere policies/policy.yaml results", 2), (policy, "HEAD policies/none.yaml results", 0),
        ] as [(String, String, Int32)]
    )
    func status(new: String, arguments: String, status: Int32) throws {
        let folder = try TemporaryFolder()
        let outcome = try Self.compare(new, arguments, in: folder)
        #expect(outcome.status == status, "\(outcome.text)")
        let comparison = try? String(contentsOfFile: folder.path + "/results/comparison.md", encoding: .utf8)
        #expect((comparison == nil) == (status == 2), "\(outcome.text)")
        if status == 1 { #expect(comparison?.contains("<strong>OPENS</strong> setting") == true) }
    }
}
