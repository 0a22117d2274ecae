import Foundation
import TestSupport
import Testing

/// `demarc diff --git`: the old side comes from a revision, and never from the disk.
@Suite("demarc diff --git") struct DiffRevisionTests {
    private static let policy = """
        demarc: 1
        policies:
          strict: {allowedOutboundClipboardSharingLevel: managedApps, printBlocked: true}
        accounts: [{account: dana@contoso.com, organization: contoso, policy: strict}]
        ruleSets:
          corporate: {default: external, rules: [{id: partners, class: internal, list: {file: lists/partners.txt, format: domains}}]}
        views: [{id: E, policy: currentIdentity, isExternalURL: corporate}]
        """

    /// The content of the first commit, which is tagged `tagged`. Afterwards everything differs on disk.
    private static func repository(_ files: [String: String] = [:]) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.makeFolder("policies/lists")
        try folder.write(policy, to: "policies/policy.yaml")
        try folder.write("one.example\n", to: "policies/lists/partners.txt")
        for (path, text) in files {
            // By bytes: one of these paths has a letter that Swift and Foundation join to the slash.
            let end = path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex
            try folder.makeFolder(String(Substring(path.utf8[..<end])))
            try folder.write(text, to: path)
        }
        let made = try bash(
            """
            git init --quiet --initial-branch main . && ln -s ../policies/policy.yaml policies/link.yaml
            ln -s /etc/hostname policies/out.yaml && ln -s circle.yaml policies/circle.yaml
            "$demarc" compile policies/policy.yaml --output policies/policy.demarc
            git add . && git -c user.name=dana -c user.email=dana@contoso.com commit --quiet --message released
            git tag tagged && rm -r policies/link.yaml policies/policy.demarc
            echo two.example >policies/lists/partners.txt
            """,
            in: folder
        )
        try #require(made.status == 0, "\(made.errors)")
        return folder
    }

    private static func bash(_ script: String, in folder: TemporaryFolder) throws -> Tool.Outcome {
        try Tool.bash(
            "cd '\(folder.path)' && export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null\n\(script)"
        )
    }

    @Test("Lists of the revision are read too, and results name the revision")
    func lists() throws {
        let folder = try Self.repository()
        let outcome = try Self.bash(#""$demarc" diff --git HEAD policies/policy.yaml"#, in: folder)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(outcome.text.contains("navigate E to https://one.example/"), "\(outcome.text)")
        #expect(outcome.text.contains("navigate E to https://two.example/"))
        let json = try Self.bash(#""$demarc" diff --git HEAD policies/policy.yaml --format json"#, in: folder).text
        #expect(json.hasPrefix(#"{"old":"HEAD:/policies/policy.yaml","new":"policies/policy.yaml","verdict""#))
        try folder.write(
            Self.policy.replacing("list: {file: lists/partners.txt, format: domains}", with: "domain: [x.example]"),
            to: "p"
        )
        let gone = try Self.bash(
            #"cp p policies/policy.yaml && rm -r policies/lists && "$demarc" diff --git HEAD policies/policy.yaml"#,
            in: folder
        )
        #expect(gone.status == 0 && gone.text.contains("https://one.example/"), "\(gone.errors)")
    }

    @Test(
        "A revision is found by every git name, and the file from every folder",
        arguments: [
            "cd policies && \"$demarc\" diff --git tagged policy.yaml",
            "cd policies/lists && \"$demarc\" diff --git main ../policy.yaml",
            "\"$demarc\" diff --git HEAD \"$PWD/policies/policy.yaml\"",
            "ln -s \"$PWD\" ../$$ && cd ../$$/policies && \"$demarc\" diff --git @ policy.yaml; s=$?; rm ../../$$; exit $s",
            "\"$demarc\" diff --git \"$(git rev-parse --short HEAD)\" policies/policy.yaml",
            // An old policy with another name, one that is a link in the revision, and one that is compiled.
            "mv policies/policy.yaml policies/new.yaml && \"$demarc\" diff --git main policies/policy.yaml policies/new.yaml",
            "\"$demarc\" diff --git main policies/link.yaml policies/policy.yaml",
            "\"$demarc\" diff --git main policies/policy.demarc policies/policy.yaml",
            "\"$demarc\" diff --git ':/released' policies/policy.yaml",
            // Settings in the environment, as with `git -c`.
            "GIT_CONFIG_COUNT=2 GIT_CONFIG_KEY_0=branch.main.remote GIT_CONFIG_VALUE_0=. "
                + "GIT_CONFIG_KEY_1=branch.main.merge GIT_CONFIG_VALUE_1=refs/heads/main "
                + "\"$demarc\" diff --git '@{upstream}' policies/policy.yaml",
            "GIT_CONFIG_COUNT=' 1' GIT_CONFIG_KEY_0=branch.main.remote GIT_CONFIG_VALUE_0=. "
                + "\"$demarc\" diff --git HEAD policies/policy.yaml",
            // Variables that a git hook sets.
            "GIT_DIR=.git GIT_INDEX_FILE=/nowhere \"$demarc\" diff --git HEAD policies/policy.yaml",
            "mkdir a && mv policies/policy.yaml a && mv policies/lists a && rm -r policies && "
                + "\"$demarc\" diff --git HEAD policies/policy.yaml a/policy.yaml",
        ]
    )
    func names(script: String) throws {
        let outcome = try Self.bash(script, in: try Self.repository())
        #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
        #expect(outcome.text.contains("https://one.example/") && outcome.text.contains("https://two.example/"))
    }

    @Test("The folders of a path in the revision are those that git sees, whatever Swift joins to a slash")
    func joinedSlash() throws {
        let joined = Self.policy.replacing("lists/partners.txt", with: "lists/\u{D4E}/../partners.txt")
        let files = ["policies/lists/\u{D4E}/x.txt": "x.example\n", "policies/joined.yaml": joined]
        let outcome = try Self.bash(
            "\"$demarc\" diff --git HEAD policies/joined.yaml",
            in: try Self.repository(files)
        )
        #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
        #expect(outcome.text.contains("https://one.example/") && outcome.text.contains("https://two.example/"))
    }

    @Test(
        "A name selects from an export on either side, whatever the other one is",
        arguments: [
            ("policies/policy.yaml policies/export.json", 0), ("policies/policy.demarc policies/export.json", 0),
            ("policies/export.json policies/policy.yaml", 0), ("policies/policy.demarc policies/policy.yaml", 64),
        ] as [(String, Int32)]
    )
    func named(paths: String, status: Int32) throws {
        let policies = ["A", "B"].map {
            ##"{"@odata.type": "#microsoft.graph.iosManagedAppProtection", "displayName": "\##($0)", "printBlocked": true}"##
        }
        let folder = try Self.repository(["policies/export.json": "[\(policies.joined(separator: ","))]"])
        let outcome = try Self.bash("\"$demarc\" diff --git HEAD \(paths) --display-name B", in: folder)
        #expect(outcome.status == status, "\(outcome.text)\(outcome.errors)")
        #expect(outcome.errors.contains("is a Graph export") == (status == 64), "\(outcome.errors)")
    }

    @Test("A policy that has not changed since the revision is equivalent, with lists and any other rules")
    func unchanged() throws {
        let regex = Self.policy.replacing(
            "rules: [",
            with: "rules: [{id: downloads, class: blocked, regex: '[?&]download=1(&|$)'}, "
        )
        let outcome = try Self.bash(
            """
            printf '# partners\\none.example\\n' >policies/lists/partners.txt
            "$demarc" diff --git HEAD policies/regex.yaml --fail-on any
            """,
            in: try Self.repository(["policies/regex.yaml": regex])
        )
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.text.hasPrefix("equivalent · exact · 0 edits"), "\(outcome.text)")
    }

    private static let missing: [(arguments: String, status: Int32, words: String)] = [
        ("--git nowhere policies/policy.yaml", 64, "there is no revision `nowhere`"),
        ("--git '' policies/policy.yaml", 64, "is not a revision"),
        ("--git=--all policies/policy.yaml", 64, "is not a revision"),
        ("--git=-h policies/policy.yaml", 64, "is not a revision"),
        ("--git=-\u{301}h policies/policy.yaml", 64, "is not a revision"),
        ("--git HEAD..main policies/policy.yaml", 64, "there is no revision"),
        ("--git :/nothing policies/policy.yaml", 64, "there is no revision `:/nothing`"),
        ("--git :policies policies/policy.yaml", 64, "there is no revision"),
        ("--git ^HEAD policies/policy.yaml", 64, "there is no revision"),
        ("--git HEAD:policies policies/policy.yaml", 64, "there is no revision"),
        ("--git $'HEAD\\n' policies/policy.yaml", 64, "is not a revision"),
        ("--git \"$(printf 'a%.0s' {1..5000})\" policies/policy.yaml", 64, "there is no revision"),
        ("--git HEAD", 64, "Missing"), ("--git HEAD a b c", 64, "one policy is compared"),
        ("policies/policy.yaml", 64, "Two policies are compared"),
        ("--git HEAD /etc/hostname", 64, "git repository"),
        ("--git HEAD policies/none.yaml", 2, "`HEAD:/policies/none.yaml`: there is no such file"),
        ("--git HEAD policies policies/policy.yaml", 2, "is a folder"),
        ("--git HEAD policies/out.yaml policies/policy.yaml", 2, "outside the repository"),
        ("--git HEAD policies/circle.yaml policies/policy.yaml", 2, "form a loop"),
        ("--git HEAD policies/lfs.yaml policies/policy.yaml", 2, "git LFS"),
        ("--git HEAD policies/outside.yaml policies/policy.yaml", 2, "outside the folder"),
        ("--git HEAD policies/missing.yaml policies/policy.yaml", 2, "there is no file"),
        ("--git HEAD policies/policy.yaml policies/none.yaml", 2, "policies/none.yaml"),
    ]

    @Test("Missing parts are reported, and a revision is never read as an option")
    func missing() throws {
        let folder = try Self.repository([
            "policies/lfs.yaml": "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 3\n",
            "policies/outside.yaml": Self.policy.replacing("lists/partners.txt", with: "../other.txt"),
            "policies/missing.yaml": Self.policy.replacing("lists/partners.txt", with: "lists/none.txt"),
            "other.txt": "x.example\n",
        ])
        try folder.write("x.example\n", to: "policies/lists/none.txt")
        for (arguments, status, words) in Self.missing {
            let outcome = try Self.bash("\"$demarc\" diff \(arguments)", in: folder)
            #expect(outcome.status == status, "\(arguments): \(outcome.text)\(outcome.errors)")
            #expect(outcome.output.isEmpty && outcome.errors.contains(words), "\(arguments): \(outcome.errors)")
        }
    }

    @Test("Only a shallow checkout is called shallow", arguments: [("", false), ("--depth 1", true)])
    func shallow(options: String, isShallow: Bool) throws {
        let outcome = try Self.bash(
            """
            git clone --quiet \(options) "file://$PWD" clone && cd clone
            "$demarc" diff --git v1 policies/policy.yaml
            """,
            in: try Self.repository()
        )
        #expect(outcome.status == 64 && outcome.errors.contains("there is no revision `v1`"), "\(outcome.errors)")
        #expect(outcome.errors.contains("the checkout is shallow") == isShallow, "\(outcome.errors)")
    }

    @Test("A missing git and a missing repository are reported")
    func noGit() throws {
        let folder = try Self.repository()
        let none = try Self.bash(#"PATH=/nowhere "$demarc" diff --git HEAD policies/policy.yaml"#, in: folder)
        #expect(none.status == 2 && none.errors.contains("not on the path"), "\(none.errors)")
        let outside = try Self.bash(#"rm -rf .git && "$demarc" diff --git HEAD policies/policy.yaml"#, in: folder)
        #expect(outside.status == 64 && outside.errors.contains("is not in a git repository"), "\(outside.errors)")
    }

    @Test("Files outside the policy's folder are read from the revision if allowed, never from the disk")
    func outside() throws {
        let folder = try Self.repository([
            "policies/outside.yaml": Self.policy.replacing("lists/partners.txt", with: "../other.txt"),
            "policies/absolute.yaml": Self.policy.replacing("lists/partners.txt", with: "/etc/hostname"),
            "other.txt": "x.example\n",
        ])
        let run = { (name: String) in
            try Self.bash(
                "echo disk.example >other.txt\n\"$demarc\" diff --git HEAD --allow-outside policies/\(name).yaml "
                    + "policies/policy.yaml",
                in: folder
            )
        }
        let inside = try run("outside")
        #expect(inside.status == 0 && inside.text.contains("https://x.example/"), "\(inside.errors)")
        #expect(!inside.text.contains("disk.example"))
        let absolute = try run("absolute")
        #expect(absolute.status == 2 && absolute.errors.contains("outside the repository"), "\(absolute.errors)")
    }
}
