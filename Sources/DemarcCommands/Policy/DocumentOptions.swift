import ArgumentParser
import Demarc
import Diagnostics
import Glibc
import PolicyFiles
import PolicyModel

/// The policy document that decides, and for which of its accounts.
struct DocumentOptions: ParsableArguments {
    @Option(name: .shortAndLong, help: ArgumentHelp("The policy document.", valueName: "file"), completion: .file())
    var policy: String

    @Flag(help: "Let the document refer to files outside its folder.")
    var allowOutside = false

    @Option(
        help: ArgumentHelp(
            "The account that acts, by id or UPN; none is nobody. Default: the document's user, or its only managed account.",
            valueName: "account"
        )
    )
    var user: String?

    /// Reads the document, and tells on standard error what was found in it.
    ///
    /// - Returns: The document, with the files it was read from.
    /// - Throws: An exit code where the document cannot be used.
    func read() throws -> ReadDocument {
        let reader = PolicyDocumentReader(allowsOutside: allowOutside, requiresUser: user == nil)
        let result = reader.load(path: policy)
        Console.note(result.diagnostics, sources: result.sources)
        guard let document = result.document else { throw ExitStatus.unreadable }
        return ReadDocument(document: document, files: result.sources.compactMap { FileStatus(path: $0.path) })
    }
}

extension Console {
    /// Tells findings on standard error.
    static func note(_ findings: [Diagnostic], sources: [SourceFile]) {
        guard !findings.isEmpty else { return }
        note(TextReport(sources: sources, usesColor: usesColor(STDERR_FILENO)).text(findings))
    }
}
