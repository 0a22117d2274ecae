import ByteText
import PolicyModel
import RuleIndex
import RuleRegions
import URLMatching

/// Requests about URLs that other managed apps wrap and hand over.
extension DiffRequests {
    /// Adds every scheme that either policy names, inside a wrapped URL, from each app that either policy distinguishes.
    mutating func addIncoming() {
        beginPart()
        // An unknown app is decided like no app.
        let senders = [nil] + apps.map { Optional($0) }
        for url in schemeURLs + [Self.ambiguousURL] where !isFull && !Self.isTwin(url) {
            let wrapped = Self.wrapped(url)
            for user in users where !isFull {
                for sender in senders {
                    add(FlowRequest(world: .document, user: user, question: .incoming(wrapped, from: sender)))
                }
            }
        }
        // A claimed account can only block. So a claim makes a difference only if the policies know it differently.
        for (name, users) in claims {
            for url in FlowGraph.urls(ofSchemes: []) where !isFull && !Self.isTwin(url) {
                let wrapped = Self.wrapped(url, claiming: name)
                for user in users {
                    for sender in senders {
                        add(FlowRequest(world: .document, user: user, question: .incoming(wrapped, from: sender)))
                    }
                }
            }
        }
    }

    /// Names that accounts have, one for each way in which the documents know a name differently, with the accounts that
    /// show it.
    private var claims: [(name: AccountID, users: Set<AccountID>)] {
        struct Difference: Hashable {
            var wasManaged: Bool?
            var isManaged: Bool?
            var isSame: Bool
        }
        let accounts = both.flatMap(\.document.accounts.accounts)
        let names = Set(accounts.flatMap { [$0.id, $0.userPrincipalName].compactMap(\.self) })
        var seen: Set<Difference> = []
        return names.sorted(on: \.canonical)
            .compactMap { name in
                let sides = both.map { $0.document.accounts[name] }
                let difference = Difference(
                    wasManaged: sides[0]?.isManaged,
                    isManaged: sides[1]?.isManaged,
                    isSame: sides[0]?.id == sides[1]?.id
                )
                guard !difference.isSame || difference.wasManaged != difference.isManaged,
                    seen.insert(difference).inserted
                else { return nil }
                return (name, Set(sides.compactMap { $0?.id } + [.noUser]))
            }
    }

    private static func isTwin(_ url: String) -> Bool { TwinScheme.isTwin(SchemeMatcher.scheme(of: url)) }

    /// A URL in the form in which managed apps hand it over.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - account: The account that it claims to come from.
    /// - Returns: The wrapped URL.
    static func wrapped(_ url: String, claiming account: AccountID? = nil) -> String {
        let claim = account.map { "?com.microsoft.intune.mam.identity=" + WrappedLink.escaped($0.canonical) } ?? ""
        return WrappedLink.text(of: url, as: TwinScheme.of(SchemeMatcher.scheme(of: url))) + claim
    }
}
