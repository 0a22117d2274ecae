import ArgumentParser
import Diagnostics

/// The policy of a Graph export to use, if an export is given in place of a policy document.
///
/// It is a single option rather than an option group inside the group of its document: in a debug build, the parser
/// visits a group five times as often as its parent. For the same reason, commands have their groups beside each other.
struct ExportedPolicy: ExpressibleByArgument {
    static var name: NameSpecification { .customLong("display-name") }
    static var help: ArgumentHelp {
        ArgumentHelp("Which policy of a Graph export with several: its display name, or its id.", valueName: "name")
    }

    let displayName: String
    /// Whether the name is ignored in other files than exports, for commands that read several files.
    var allowsOtherFiles = false

    init(argument: String) { displayName = argument }

    /// Rejects the option for a compiled file, which has only one policy.
    static func refuse(_ export: ExportedPolicy?, forCompiled path: String) throws(CommandError) {
        guard let export, !export.allowsOtherFiles else { return }
        throw .usage("--display-name: `\(VisibleText.of(path))` is a compiled policy, not a Graph export")
    }

    /// The option for each of several files: it selects from the exports among them.
    static func amongSeveral(_ export: ExportedPolicy?) -> ExportedPolicy? {
        var export = export
        export?.allowsOtherFiles = true
        return export
    }

    /// Rejects the option if none of the files is an export.
    ///
    /// - Parameters:
    ///   - export: The option.
    ///   - files: The files that were read, with their names in messages.
    /// - Throws: ``CommandError``.
    static func refuse(
        _ export: ExportedPolicy?,
        for files: [(read: ReadDocument, name: String)]
    ) throws(CommandError) {
        guard export != nil, !files.contains(where: { $0.read.isExport }) else { return }
        let names = files.map { "`\(VisibleText.of($0.name))`" }.joined(separator: " nor ")
        throw .usage("--display-name: neither \(names) is a Graph export")
    }
}
