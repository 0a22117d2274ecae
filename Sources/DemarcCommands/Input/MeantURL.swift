import ByteText
import Diagnostics
import Glibc
import URLStandard

/// Suggests what a user probably meant who supplied something else as a URL.
enum MeantURL {
    /// A remark on an argument that is not a URL; nil if it is a URL, or if there is no suggestion.
    ///
    /// - Parameter argument: An argument in the place of a URL.
    /// - Returns: The remark, in lower case, on one line, without a final period.
    static func remark(on argument: String) -> String? {
        guard !argument.isEmpty, argument.utf8.count <= 2_048 else { return nil }
        let shown = Quoted.shown(argument)
        if let status = FileStatus(path: argument), status.isPlain, !argument.contains("://") {
            return "`\(shown)` is a file; to read URLs from it, write `--input \(shown)`"
        }
        // `contoso.com:8080` is a URL with the scheme `contoso.com`, which is never intended.
        let end = argument.firstIndex { "/?#".contains($0) } ?? argument.endIndex
        let parts = argument[..<end].split(separator: ":", omittingEmptySubsequences: false)
        guard let host = parts.first, isHost(host), parts.count == 1 || (parts.count == 2 && isPort(parts[1])) else {
            return nil
        }
        guard let meant = try? URLRecord(parsing: "https://\(argument)".utf8.span) else { return nil }
        return "`\(shown)` has no scheme; did you mean `\(Quoted.shown(meant.href.string))`?"
    }

    private static func isHost(_ text: Substring) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        guard text == "localhost" || labels.count > 1 else { return false }
        return labels.allSatisfy { label in
            !label.isEmpty
                && label.unicodeScalars.allSatisfy {
                    $0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "-"
                }
        }
    }

    private static func isPort(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.count <= 5 && text.utf8.allSatisfy(\.isASCIIDigit)
    }
}

extension InputOptions {
    /// Reports on standard error what was probably meant by arguments that are not URLs.
    ///
    /// Input from files is not checked: thousands of remarks on a list would be less useful than the results.
    func noteMeantURLs() {
        let page = Page(of: STDERR_FILENO)
        for remark in urls.prefix(Self.mostRemarks).compactMap({ MeantURL.remark(on: $0) }) {
            Console.note(page.block("note: \(remark)", hanging: 2))
        }
    }

    /// The number of arguments that are checked.
    private static var mostRemarks: Int { 20 }
}
