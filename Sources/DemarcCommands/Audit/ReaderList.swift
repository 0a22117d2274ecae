import ArgumentParser
import Diagnostics
import PolicyAnalysis

/// A comma-separated list of URL readers, or all of them.
struct ReaderList: CommaList {
    /// A name that stands for all readers.
    private static let all = "all"
    private let names: [String]

    /// Parses the names, ignoring case.
    init?(argument: String) {
        names = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard !names.contains("") else { return nil }
    }

    /// The readers in the order of the table, without duplicates.
    var values: [ReaderModel] {
        let named = Set(names.map { $0.lowercased() })
        return ReaderModel.allCases.filter {
            named.contains(Self.all) || named.contains($0.rawValue.lowercased())
        }
    }

    /// Throws if a name is not the name of a reader.
    func check() throws {
        let known = [Self.all] + ReaderModel.allCases.map(\.rawValue)
        for name in names where !known.contains(where: { $0.lowercased() == name.lowercased() }) {
            let hint = NearMiss.suggestion(for: name, among: known).map { ", did you mean `\($0)`?" }
            throw ValidationError(
                "there is no reader `\(Quoted.shown(name))`\(hint ?? "; there are \(Quoted.names(known))")"
            )
        }
    }

    static var allValueStrings: [String] { [all] + ReaderModel.allCases.map(\.rawValue) }
    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}
