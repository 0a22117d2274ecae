import PolicyModel
import URLMatching

/// The schemes that views handle themselves under one of two compared policies.
///
/// A navigation to such a URL leaves the page what it is. So under that policy the answer depends on the page before it,
/// while under the other policy the URL may decide what the page becomes.
struct HandledSchemes {
    private let schemes: Set<String>
    /// The pages that the navigations may leave: an external one, and one for each way in which the policies know an
    /// account as managed.
    private let pages: [ScenarioGiven.Page]

    /// Finds the schemes.
    ///
    /// - Parameters:
    ///   - old: A policy.
    ///   - new: The policy to compare it with.
    ///   - accounts: The accounts that either policy distinguishes.
    init(_ old: PolicyDocument, _ new: PolicyDocument, accounts: [AccountID]) {
        schemes = Set([old, new].flatMap { $0.app.texts(.webViewHandledURLSchemes) })
        guard !schemes.isEmpty else {
            pages = []
            return
        }
        // PERF: whoever else a page was loaded for makes no difference, so the requests do not multiply with the accounts.
        var seen: Set<[Bool]> = []
        let loaded = accounts.filter { account in
            // A page of an account that one of the policies does not contain is not a page.
            guard let before = old.accounts[account], let after = new.accounts[account] else { return false }
            return seen.insert([before.isManaged, after.isManaged]).inserted
        }
        pages = [.external] + loaded.map { .loadedFor($0) }
    }

    /// The pages that a view may show before it navigates to a URL as a page; none if neither policy's views handle its
    /// scheme.
    func pages(before url: String) -> [ScenarioGiven.Page] {
        guard !schemes.isEmpty, schemes.contains(SchemeMatcher.scheme(of: url)) else { return [] }
        return pages
    }
}
