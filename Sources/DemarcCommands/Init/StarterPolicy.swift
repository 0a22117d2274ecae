import Diagnostics
import PolicyFiles
import PolicyImport
import PolicyModel

/// The initial policy document of a folder.
struct StarterPolicy {
    static let path = "policy.yaml"

    /// The organization's domain, in lower case.
    let domain: String
    /// The level whose settings the policy uses, if there is no export.
    let level: BaselineLevel
    let export: StarterExport?

    /// The document and the export, as files of one folder that need not exist.
    var files: [String: [UInt8]] {
        var files = [Self.path: Array(text.utf8)]
        if let export { files[export.path] = export.bytes }
        return files
    }

    /// The text, after verifying that it can be used.
    ///
    /// - Throws: An error if the domain or the export cannot be used.
    func checkedText() throws -> String {
        let loaded = PolicyDocumentReader(files: MemoryFiles(files)).load(path: Self.path)
        guard loaded.document == nil else { return text }
        let errors = loaded.diagnostics.filter { $0.severity == .error }
        if export != nil {
            // If the domain is at fault, the document without the export has an error too.
            _ = try StarterPolicy(domain: domain, level: level, export: nil).checkedText()
        } else if let error = errors.first {
            // In that document, only the domain is user input.
            throw CommandError.usage("--domain \(Quoted.shown(domain)): \(error.message)")
        }
        Console.note(errors, sources: loaded.sources)
        throw ExitStatus.unreadable
    }

    /// The account of the organization that tests use.
    var account: String { "person@\(domain)" }

    private var text: String {
        """
        # What an app may do with data of the organization. `demarc lint` and `demarc test` check it.
        demarc: 1

        policies:
        \(policy)

        accounts:
          - {account: \(Self.quoted(account)), organization: \(Self.quoted(domain)), policy: work}
          - {account: person@home.example} # a personal account: no policy

        ruleSets:
          organization: # which URLs belong to the organization
            default: external # a URL that no rule matches does not
            rules:
              - {id: organization, class: internal, domain: \(Self.quoted(domain))}

        views:
          - {id: page, policy: currentIdentity, isExternalURL: organization} # a web view with data of the organization

        """
    }

    private var policy: String {
        guard let export else {
            let lines = PolicySettingsText.changed(in: level.policy).map { name, value in
                "    \(name): \(Self.bare(value))"
            }
            return "  work: # level \(level.rawValue) of the data protection framework\n"
                + lines.joined(separator: "\n")
        }
        let file = Self.quoted(export.path)
        let reference = export.displayName.map { "{file: \(file), displayName: \(Self.quoted($0))}" } ?? file
        return "  work: # the exported policy; put a newer export in the place of the file\n    graph: \(reference)"
    }

    /// A text as YAML: unquoted if it is certain to be read as a text.
    private static func quoted(_ text: String) -> String {
        text.wholeMatch(of: word) != nil && !isKeyword(text) ? text : JSONText.string(text)
    }

    /// A value of a level, which has no quotes or escapes inside its texts; those that need no quotes have none.
    private static func bare(_ json: String) -> String {
        json.replacing(/"([^"\\]*)"/) { match in quoted(String(match.output.1)) }
    }

    private static var word: Regex<(Substring, Substring?)> { /[A-Za-z][A-Za-z0-9]*([.@\/_-][A-Za-z0-9]+)*/ }

    /// Whether YAML reads the text as something other than a text.
    private static func isKeyword(_ text: String) -> Bool {
        ["true", "false", "null", "yes", "no", "on", "off", "y", "n"].contains(text.lowercased())
    }
}
