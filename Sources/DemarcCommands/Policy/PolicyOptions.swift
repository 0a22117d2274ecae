import ArgumentParser
import Demarc
import Diagnostics
import Glibc
import PolicyFiles

/// The policy document that decides, and for which of its views and accounts.
struct PolicyOptions: ParsableArguments {
    @Option(name: .shortAndLong, help: ArgumentHelp("The policy document.", valueName: "file"), completion: .file())
    var policy: String

    @Flag(help: "Let the document refer to files outside its folder.")
    var allowOutside = false

    @Option(help: ArgumentHelp("The web view that navigates; needed where the policy has several.", valueName: "id"))
    var view: String?

    @Option(
        help: ArgumentHelp(
            "The account that acts, by id or UPN; none is nobody. Default: the document's user, or its only managed account.",
            valueName: "account"
        )
    )
    var user: String?

    /// Reads and compiles the document, and tells on standard error what was found in it.
    ///
    /// - Returns: The engine.
    /// - Throws: An exit code where the document cannot be used.
    func open() throws -> PolicyEngine {
        let reader = PolicyDocumentReader(allowsOutside: allowOutside, requiresUser: user == nil)
        let result = reader.load(path: policy)
        if !result.diagnostics.isEmpty {
            let report = TextReport(sources: result.sources, usesColor: Console.usesColor(STDERR_FILENO))
            Console.note(report.text(result.diagnostics))
        }
        guard let document = result.document else { throw ExitStatus.unreadable }
        return PolicyEngine(document)
    }

    /// Finds the views and accounts of a document.
    ///
    /// - Parameter engine: The engine of the document.
    /// - Returns: Them.
    /// - Throws: ``CommandError`` where an option names none of them.
    func targets(_ engine: PolicyEngine) throws(CommandError) -> TargetDirectory {
        do throws(TargetError) {
            return try TargetDirectory(engine, view: view, user: user)
        } catch {
            throw error.usageError
        }
    }
}

extension TargetError {
    /// The error as one of an option.
    var usageError: CommandError {
        switch self {
        case .unknownView, .container: .usage("--view: \(message)")
        case .missingView: .usage("\(message) with --view")
        case .unknownUser: .usage("--user: \(message)")
        case .noWebView: .usage(message)
        }
    }
}
