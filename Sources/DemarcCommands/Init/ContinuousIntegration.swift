import ArgumentParser
import ByteText
import Diagnostics

/// A CI system, and the file that configures it.
///
/// Each job runs `demarc lint` and `demarc test` on the folder, and fails if either fails.
enum ContinuousIntegration: String, OptionWord {
    case github
    case gitlab
    case none

    /// The path of the file in a repository; nil for none.
    var path: String? {
        switch self {
        case .github: ".github/workflows/demarc.yml"
        case .gitlab: ".gitlab-ci.yml"
        case .none: nil
        }
    }

    /// The file, for a folder relative to the root of the repository.
    func text(folder: String) -> String {
        switch self {
        case .github: Self.github(folder)
        case .gitlab: Self.gitlab(folder)
        case .none: ""
        }
    }

    private static func github(_ folder: String) -> String {
        """
        # Checks the policy whenever it changes: findings appear next to the changed lines of a pull request.
        name: Policy

        on:
          pull_request:
          push:
            branches: [main]

        permissions:
          contents: read

        jobs:
          check:
            runs-on: ubuntu-24.04
            container: swift:6.3-noble
            steps:
              - uses: actions/checkout@v4
              - uses: actions/checkout@v4
                with:
                  repository: OWNER/demarc # where you keep Demarc
                  path: .demarc
              - uses: actions/cache@v4
                with:
                  path: .demarc/.build
                  key: demarc-${{ runner.os }}-${{ hashFiles('.demarc/Package.resolved', '.demarc/Sources/**') }}
              - name: Build Demarc
                working-directory: .demarc
                run: make install
              - name: Lint
                run: \(withoutExpressions(command("lint", folder, "--format github")))
              - name: Test
                if: always()
                run: \(withoutExpressions(command("test", folder)))

        """
    }

    /// A command for GitHub, which replaces expressions such as `${{ github.token }}` before the shell sees them, also
    /// in quotes. In the name of a folder they are text.
    private static func withoutExpressions(_ command: String) -> String {
        command.replacingScalars("${{", with: "${{ '${{' }}")
    }

    private static func gitlab(_ folder: String) -> String {
        """
        # Checks the policy whenever it changes, and shows its tests in the merge request.
        policy:
          image: swift:6.3-noble
          before_script:
            - git clone --depth 1 https://gitlab.example/OWNER/demarc .demarc # where you keep Demarc
            - make -C .demarc install
          script:
            - \(command("lint", folder))
            - \(command("test", folder, "--report junit --output scenarios.xml"))
          artifacts:
            when: always
            reports:
              junit: scenarios.xml

        """
    }

    /// A command as YAML: quoted for the shell and for YAML if the folder requires it.
    private static func command(_ name: String, _ folder: String, _ options: String = "") -> String {
        let text = shellCommand(name, folder, options)
        return isWord(folder) ? text : JSONText.string(text)
    }

    /// A command for a shell, with the folder quoted if it requires that.
    static func shellCommand(_ name: String, _ folder: String, _ options: String = "") -> String {
        let end = options.isEmpty ? "" : " " + options
        guard !isWord(folder) else { return "demarc \(name) \(folder)\(end)" }
        let quoted = "'" + folder.replacingScalars { $0 == "'" ? "'\\''" : nil } + "'"
        return "demarc \(name)\(end) -- \(quoted)"
    }

    /// Whether a folder is one word to a shell and in YAML, and not an option.
    private static func isWord(_ folder: String) -> Bool {
        folder.wholeMatch(of: /[A-Za-z0-9._\/][A-Za-z0-9._\/-]*/) != nil
    }
}
