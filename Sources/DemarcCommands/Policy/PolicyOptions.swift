import ArgumentParser
import Demarc

/// The policy document that decides, and for which of its views and accounts.
struct PolicyOptions: ParsableArguments {
    @OptionGroup var document: DocumentOptions

    @Option(help: ArgumentHelp("The web view that navigates; needed where the policy has several.", valueName: "id"))
    var view: String?

    /// Finds the views and accounts of a document.
    ///
    /// - Parameter engine: The engine of the document.
    /// - Returns: Them.
    /// - Throws: ``CommandError`` where an option names none of them.
    func targets(_ engine: PolicyEngine) throws(CommandError) -> TargetDirectory {
        do throws(QuestionError) {
            return try TargetDirectory(engine, view: view, user: document.user)
        } catch {
            throw error.usageError
        }
    }
}
