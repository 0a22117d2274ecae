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

    private static let printing = policy.replacing("printBlocked: true", with: "printBlocked: false")

    /// A repository with one commit of the policy, of links to it, and of the new policy in another folder; then the
    /// script `change` is run.
    private static func compare(
        _ new: String,
        _ arguments: String,
        change: String = "cp next policies/policy.yaml",
        in folder: TemporaryFolder
    ) throws -> Tool.Outcome {
        try folder.makeFolder("policies")
        try folder.makeFolder("other")
        try folder.write(policy, to: "policies/policy.yaml")
        try folder.write(new, to: "other/policy.yaml")
        try folder.write(new, to: "next")
        return try Tool.bash(
            """
            exec 2>&1
            set -e
            cd '\(folder.path)'
            export DEMARC="$demarc" GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
            ln -s policy.yaml policies/current.yaml && ln -s policies now
            git init --quiet . && git add policies other now
            git -c user.name=dana -c user.email=dana@contoso.com commit --quiet --message released
            \(change)
            '\(Repository.path("Examples/ci/compare-policies"))' \(arguments)
            """
        )
    }

    @Test(
        "Only a new leak path fails, unless configured otherwise",
        arguments: [
            (policy, "HEAD policies/policy.yaml results", 0),
            (printing, "HEAD policies/policy.yaml results", 1), (printing, "HEAD policies/current.yaml results", 1),
            (printing, ":/released policies/policy.yaml results", 1),
            (policy.replacing("managedApps", with: "blocked"), "HEAD policies/policy.yaml results", 0),
            (
                policy.replacing("printBlocked: true", with: "printBlocked: maybe"),
                "HEAD policies/policy.yaml results", 2
            ),
            (policy, "nowhere policies/policy.yaml results", 2), (policy, "HEAD policies/none.yaml results", 0),
            (policy, "^HEAD policies/policy.yaml results", 2), (policy, "HEAD ../policy.yaml results", 2),
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

    @Test(
        "A link that leads to another file is a change, in every notation of its path",
        arguments: [
            ("cp next policies/next.yaml && ln -sfn next.yaml policies/current.yaml", "policies/current.yaml results"),
            ("ln -sfn ../other/policy.yaml policies/current.yaml", "policies/current.yaml results"),
            ("ln -sfn ../other/policy.yaml policies/current.yaml", "\"$(pwd -P)/policies/current.yaml\" results"),
            ("ln -sfn ../other/policy.yaml policies/current.yaml; cd policies", "current.yaml ../results"),
            ("ln -sfn other now", "now/policy.yaml results"),
            ("ln -sfn other now; cd other", "../now/policy.yaml ../results"),
        ]
    )
    func links(change: String, arguments: String) throws {
        let folder = try TemporaryFolder()
        let outcome = try Self.compare(Self.printing, "HEAD " + arguments, change: change, in: folder)
        #expect(outcome.status == 1 && outcome.text.contains("<strong>OPENS</strong> setting"), "\(outcome.text)")
    }

    /// A repository with a commit of the old policy in the folder `nested`, on whose disk is the new one.
    private static let nested = """
        git init --quiet nested && cp policies/policy.yaml nested && git -C nested add .
        git -C nested -c user.name=dana -c user.email=dana@contoso.com commit --quiet --message released
        cp next nested/policy.yaml
        """

    @Test(
        "The repository is that of the policy, and its message says what is missing",
        arguments: [
            (nested, "HEAD nested/policy.yaml results", 2, "nested/policy.yaml is in another repository, "),
            (nested + "\nln -s nested link", "HEAD link/policy.yaml results", 2, "is in another repository, "),
            (
                nested + "\ngit -c advice.addEmbeddedRepo=false add nested", "HEAD nested/policy.yaml results", 2,
                "is in another repository, "
            ),
            (nested + "\ncd nested", "HEAD policy.yaml ../results", 1, "<strong>OPENS</strong> setting"),
            ("cp next policies/policy.yaml", "nowhere policies/policy.yaml results", 2, "there is no revision nowhere"),
            (
                "git clone --quiet --depth 1 \"file://$PWD\" clone; cd clone", "nowhere policies/policy.yaml results",
                2, "the checkout is shallow"
            ),
            ("rm -rf .git; export LC_ALL=C", "HEAD policies/policy.yaml results", 2, "not a git repository"),
            // Variables that a git hook sets.
            (
                "cp next policies/policy.yaml; export GIT_DIR=.git GIT_WORK_TREE=.",
                "HEAD policies/policy.yaml results", 1, "<strong>OPENS</strong> setting"
            ),
        ] as [(String, String, Int32, String)]
    )
    func repositories(change: String, arguments: String, status: Int32, words: String) throws {
        let folder = try TemporaryFolder()
        let outcome = try Self.compare(Self.printing, arguments, change: change, in: folder)
        #expect(outcome.status == status && outcome.text.contains(words), "\(outcome.text)")
        #expect(outcome.text.contains("shallow") == words.contains("shallow"), "\(outcome.text)")
    }
}
