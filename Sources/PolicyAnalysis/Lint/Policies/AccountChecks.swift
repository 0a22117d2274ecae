import AppLint
import Diagnostics
import PolicyModel

/// Looks for accounts that a policy seems to be missing for.
///
/// Without a policy an account is unmanaged, whatever its organization. That is right for a personal account, and an
/// open door for a colleague's: while it acts nothing is enforced, and every page it loads is unmanaged.
struct AccountChecks {
    /// What was found, in the order of the document.
    private(set) var findings: [LintFinding] = []
    private let sources: [String: SourceFile]

    /// - Complexity: O(*n*) in the accounts and apps of the document.
    init(_ document: PolicyDocument, sources: [String: SourceFile]) {
        self.sources = sources
        var managed: [String: String] = [:]
        for app in document.apps ?? [] where app.isManaged {
            if let organization = app.organization {
                managed[organization] = "the app `\(Quoted.word(app.id.description))`"
            }
        }
        for account in document.accounts.accounts where account.isManaged {
            if let organization = account.organization { managed[organization] = Self.name(account) }
        }
        for account in document.accounts.accounts where !account.isManaged {
            guard let organization = account.organization, let other = managed[organization] else { continue }
            add(account, of: organization, beside: other)
        }
    }

    private mutating func add(_ account: Account, of organization: String, beside other: String) {
        let organization = Quoted.word(organization)
        let finding = LintFinding(
            .accountWithoutPolicy,
            "\(Self.name(account)) has no policy, so it is unmanaged, although \(other) is managed for `\(organization)`",
            at: [place(of: account)],
            help: "give it a `policy`, or remove its `organization`"
        )
        findings.append(finding)
    }

    private static func name(_ account: Account) -> String { "the account `\(Quoted.word(account.id.description))`" }

    /// The id of the account where it can be found on the line that declares the account; else an empty range there.
    private func place(of account: Account) -> SourceRange {
        guard let location = account.location else { return SourceRange(wholeFile: sources.keys.min() ?? "") }
        let start = SourcePosition(offset: 0, line: location.line, column: location.column)
        let empty = SourceRange(path: location.path, start: start, end: start)
        guard let file = sources[location.path],
            let offset = file.offset(line: location.line, column: location.column)
        else { return empty }
        let id = Array(account.id.description.utf8)
        let end = file.bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) ?? file.bytes.count
        guard let found = file.bytes[offset..<end].firstRange(of: id) else { return empty }
        return file.range(found)
    }
}
