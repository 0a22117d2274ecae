import TestSupport

/// The import rules that the build does not check: on Swift 6.3, an undeclared import compiles if the imported target
/// happens to be built.
struct LayerRules {
    let table: LayerTable

    /// Modules of the toolchain or the system that any target may import.
    static let everywhere: Set<String> = [
        "Swift", "Synchronization", "Glibc", "Musl", "Darwin", "Builtin", "_Builtin_intrinsics",
    ]

    /// Modules that only ``PolicyFiles`` and the targets above it may import: they make up half of a program's size and
    /// contain another URL parser.
    static let aboveTheCore: Set<String> = ["Foundation", "FoundationEssentials", "Dispatch"]

    /// The targets that decide, and must do so without Foundation.
    static let core: Set<String> = [
        "ByteText", "URLStandard", "URLMatching", "Diagnostics", "PolicyModel", "RuleIndex", "DocumentReading",
        "DemarcEngine", "RequestReading", "QuestionAnswering", "DemarcC",
    ]

    /// The files that re-export modules, so that a user of a product imports one module and sees every type in its API.
    static let reexports: Set<String> = [
        "Sources/Demarc/Exports.swift", "Sources/DemarcEngine/Exports.swift", "Sources/Scenarios/Exports.swift",
        "Sources/RequestReading/Exports.swift", "Sources/Hosting/Exports.swift", "Sources/PolicyFiles/Exports.swift",
        "\(Repository.server)/Sources/Answering/Exports.swift",
    ]

    /// The violations in the imports of one file, one sentence each.
    func violations(in source: String, target: String, file: String) -> [String] {
        guard let row = table.row(target) else { return ["\(file): the table has no row for `\(target)`"] }
        let importable = table.importable(from: target)
        return SourceText(source).imports.flatMap { module, line, isReexported -> [String] in
            var problems: [String] = []
            if isReexported, !Self.reexports.contains(file) {
                problems.append("\(file):\(line): `\(target)` re-exports `\(module)`")
            }
            if Self.everywhere.contains(module) || importable.contains(module) || row.outside.contains(module) {
                return problems
            }
            if Self.aboveTheCore.contains(module), !Self.core.contains(target) { return problems }
            return problems + ["\(file):\(line): `\(target)` may not import `\(module)`"]
        }
    }
}
