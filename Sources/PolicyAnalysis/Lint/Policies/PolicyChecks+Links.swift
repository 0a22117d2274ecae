import AppLint
import Diagnostics
import PolicyModel
import URLMatching

/// Universal links.
extension PolicyChecks {
    /// How many pairs of links are compared: lists this long are not written by hand.
    private static let mostPairs = 1_000_000

    /// What every new policy exempts; no statement of whoever wrote this one.
    private static let defaultLinks: Set = [
        "http://facetime.apple.com", "http://maps.apple.com", "https://facetime.apple.com", "https://maps.apple.com",
    ]

    mutating func checkUniversalLinks() {
        checkEffect()
        let managed = policy.managedUniversalLinks.compactMap { text in
            (try? LinkPattern(text, as: .universalLink)).map { (text, $0) }
        }
        guard !managed.isEmpty, managed.count * policy.exemptedUniversalLinks.count <= Self.mostPairs else { return }
        let texts = Set(policy.managedUniversalLinks)
        for text in policy.exemptedUniversalLinks {
            guard let pattern = try? LinkPattern(text, as: .universalLink),
                let (cover, _) = texts.contains(text) ? (text, pattern) : managed.first(where: { $0.1.covers(pattern) })
            else { continue }
            let how = cover == text ? "it is managed too" : "`\(Quoted.word(cover))` is managed and covers it"
            add(
                .exemptedLinkIsManaged,
                "exempting `\(Quoted.word(text))` has no effect: \(how)",
                at: .exemptedUniversalLinks,
                element: text,
                also: [.managedUniversalLinks],
                help: "keep it on one of the lists"
            )
        }
    }

    /// Links of both lists are asked about only where data goes to managed apps alone.
    private mutating func checkEffect() {
        guard !isOutboundManaged,
            let link = policy.exemptedUniversalLinks.first(where: { !Self.defaultLinks.contains($0) })
        else { return }
        let outbound = policy.allowedOutboundDataTransferDestinations.rawValue
        add(
            .exemptionsWithoutEffect,
            "exempting `\(Quoted.word(link))` has no effect: outbound transfer is `\(outbound)`, not `managedApps`",
            at: .exemptedUniversalLinks,
            element: link,
            also: [.allowedOutboundDataTransferDestinations],
            help: "restrict `allowedOutboundDataTransferDestinations` to `managedApps`, or remove the exemption"
        )
    }
}
