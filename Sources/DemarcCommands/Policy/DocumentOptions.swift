import ArgumentParser
import Demarc
import Diagnostics
import Glibc
import PolicyModel

/// The policy document to use, and the account to decide for.
struct DocumentOptions: ParsableArguments {
    @Option(name: .shortAndLong, help: PolicyHelp.file, completion: .file())
    var policy: String

    @Option(name: ExportedPolicy.name, help: ExportedPolicy.help) var export: ExportedPolicy?

    @Flag(help: PolicyHelp.allowOutside)
    var allowOutside = false

    @Option(
        help: ArgumentHelp(
            "The account that acts, by id or UPN; none is no account. Default: the document's user, or its only managed account.",
            valueName: "account"
        ),
        transform: OptionName.account
    )
    var user: String?

    /// Reads the document, or opens the compiled policy, and reports its findings on standard error.
    ///
    /// - Returns: The policy, with the files it was read from.
    /// - Throws: An exit code if it cannot be used.
    func read() throws -> ReadDocument {
        try ReadDocument(policy, export, allowsOutside: allowOutside, requiresUser: user == nil)
    }
}

/// The view to decide for.
struct ViewOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The web view that navigates; needed if the policy has several.", valueName: "id"))
    var view: String?

    /// Resolves the views and accounts of a document.
    ///
    /// - Parameters:
    ///   - engine: The engine of the document.
    ///   - user: The account to decide for; nil for the document's.
    /// - Returns: The views and accounts.
    /// - Throws: ``CommandError`` if an option names something that does not exist.
    func targets(_ engine: PolicyEngine, user: String?) throws(CommandError) -> TargetDirectory {
        do throws(QuestionError) {
            return try TargetDirectory(engine, view: view, user: user)
        } catch {
            throw error.usageError
        }
    }
}

extension DocumentOptions {
    /// Reports on standard error if a browser is required but no links are classified as external: then no link is
    /// routed, although everything seems to work.
    func noteUnclassifiedLinks(_ document: PolicyDocument) {
        for unclassified in document.policiesWithoutExternalLinks {
            Console.note(
                "warning: `\(VisibleText.of(unclassified.name))` requires a browser for external links, but "
                    + "`\(VisibleText.of(policy))` has no rule set, so no link is external: every URL is allowed, as "
                    + "organization data; add `ruleSets` (see `demarc explain DM122`)\n"
            )
        }
    }
}

/// What the help of every command says about the policy that it reads.
///
/// The options themselves are not a group, for the reason that ``ExportedPolicy`` explains.
enum PolicyHelp {
    /// What a policy may be.
    static var forms: String { "The policy document, a compiled policy, or a Graph export." }

    /// The option that names the policy.
    static var file: ArgumentHelp { ArgumentHelp(forms, valueName: "file") }

    /// The flag that lifts the confinement of a document to its folder.
    static var allowOutside: ArgumentHelp { "Let the document refer to files outside its folder." }
}

extension Console {
    /// Reports findings on standard error.
    ///
    /// - Parameters:
    ///   - findings: The findings.
    ///   - sources: The files from which lines are quoted.
    ///   - file: The file that was read, if an argument names it; see ``Diagnostic/ofNamedFile(_:)``.
    static func note(_ findings: [Diagnostic], sources: [SourceFile], of file: String? = nil) {
        guard !findings.isEmpty else { return }
        let shown = file.map { file in findings.map { $0.ofNamedFile(file) } } ?? findings
        note(Page(of: STDERR_FILENO).report(sources: sources).text(shown))
    }
}
