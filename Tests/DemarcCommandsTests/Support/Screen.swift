import Diagnostics
import Foundation
import TestSupport
import Testing

/// What a command shows on a terminal of so many columns, as a file in `Screens` has it.
///
/// `make pages` writes the files anew.
struct Screen: Sendable, CustomTestStringConvertible {
    /// The name of the file, without its columns and its ending.
    let name: String
    let columns: Int
    /// The command line after `demarc`, as a shell reads it. It runs in the folder of the screens.
    let arguments: String

    var testDescription: String { "\(name) in \(columns) columns" }

    /// Runs the command, and compares what is shown with the file.
    func check() throws {
        let folder = Repository.path("Tests/DemarcCommandsTests/Screens")
        let outcome = try Tool.bash("cd '\(folder)' && COLUMNS=\(columns) NO_COLOR=1 \"$demarc\" \(arguments) 2>&1")
        try Self.check(outcome.text, shownBy: name, in: columns)
    }

    /// Compares what a command showed with its file, and holds it to the width.
    static func check(_ text: String, shownBy name: String, in columns: Int) throws {
        #expect(!text.isEmpty)
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            #expect(VisibleText.columns(of: String(line)) <= columns, "too wide: \(line)")
            #expect(!line.hasSuffix(" "), "white space at the end: \(line)|")
        }
        let file = "Tests/DemarcCommandsTests/Screens/\(name)-\(columns).txt"
        #expect(try Repository.holds(text, in: file), "\(file) has another screen: run `make pages`")
    }
}
