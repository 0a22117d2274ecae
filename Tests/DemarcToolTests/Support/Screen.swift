import Diagnostics
import Foundation
import TestSupport
import Testing

/// The output of a command on a terminal with this number of columns, compared with a file in `Screens`.
///
/// `make pages` rewrites the files.
struct Screen: Sendable, CustomTestStringConvertible {
    /// The name of the file, without its columns and its extension.
    let name: String
    let columns: Int
    /// The command line after `demarc`, as a shell reads it. It runs in the screens' folder.
    let arguments: String

    var testDescription: String { "\(name) in \(columns) columns" }

    /// Runs the command, and compares the output with the file.
    func check() throws {
        let folder = Repository.path("Tests/DemarcToolTests/Screens")
        let outcome = try Tool.bash("cd '\(folder)' && COLUMNS=\(columns) NO_COLOR=1 \"$demarc\" \(arguments) 2>&1")
        try Self.check(outcome.text, shownBy: name, in: columns)
    }

    /// Compares a command's output with its file, and checks the width.
    static func check(_ text: String, shownBy name: String, in columns: Int) throws {
        #expect(!text.isEmpty)
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            #expect(VisibleText.columns(of: String(line)) <= columns, "too wide: \(line)")
            #expect(!line.hasSuffix(" "), "white space at the end: \(line)|")
        }
        let file = "Tests/DemarcToolTests/Screens/\(name)-\(columns).txt"
        #expect(try Repository.holds(text, in: file), "\(file) has another screen: run `make pages`")
    }
}
