import ByteText

/// Domains below which many organizations have their sites, although they are not public suffixes.
///
/// The lists are those of `Rules/defaults/shared-hosting.yaml`, which gives their sources; a test compares them.
package enum SharedHosting {
    /// Who owns a name.
    package enum Owner: Hashable, Sendable {
        /// One customer, or no known owner: the name is not below any of the domains.
        case one
        /// Many customers.
        case many
    }

    /// Each customer has a label below such a domain.
    static let customerDomains: Set<String> = [
        "atlassian.net", "egnyte.com", "lightning.force.com", "my.salesforce.com", "my.site.com", "myworkday.com",
        "notion.site", "okta.com", "onmicrosoft.com", "service-now.com", "sharefile.com", "sharepoint.cn",
        "sharepoint.com", "sharepoint.de", "sharepoint.us", "slack.com", "workday.com", "zendesk.com", "zoom.us",
    ]

    /// All customers share the hosts of such a domain; the path or the sign-in distinguishes them.
    static let commonDomains: Set<String> = [
        "bitbucket.org", "box.com", "dropbox.com", "force.com", "github.com", "gitlab.com", "google.com", "live.com",
        "microsoftonline.com", "notion.so", "office.com", "salesforce.com", "trello.com", "webex.com",
    ]

    /// Labels that a service keeps for itself and gives to no customer.
    private static let ownLabels: Set<String> = [
        "account", "accounts", "admin", "api", "app", "apps", "auth", "cdn", "docs", "files", "help", "id", "login",
        "mail", "my", "portal", "static", "status", "support", "www",
    ]

    /// The owner of the host and of everything below it.
    ///
    /// The longest domain that equals or contains the name decides: `contoso.my.salesforce.com` belongs to one
    /// customer, although `salesforce.com` is shared.
    ///
    /// - Parameter name: A canonical host name.
    /// - Returns: Whether one customer owns all of it.
    /// - Complexity: O(*n*) in the labels.
    package static func owner(of name: [UInt8]) -> Owner {
        var (rest, label) = (name[...], name[..<0])
        while !rest.isEmpty {
            let domain = String(decoding: rest, as: UTF8.self)
            if commonDomains.contains(domain) { return .many }
            if customerDomains.contains(domain) {
                let customer = String(decoding: label, as: UTF8.self)
                return customer.isEmpty || ownLabels.contains(customer) ? .many : .one
            }
            guard let dot = rest.firstIndex(of: UInt8(ascii: ".")) else { return .one }
            label = rest[..<dot]
            rest = rest[(dot + 1)...]
        }
        return .one
    }

    /// Whether the end of a text may be one of the domains: a fast check for lists of a million names.
    ///
    /// - Complexity: O(*n*) in the bytes of the text; allocates nothing.
    package static func mayBeShared(_ text: Span<UInt8>) -> Bool {
        // Compares the last two labels. Texts with a path are rare and get the full check.
        var dots = 0
        var last = text.count
        for index in text.indices.reversed() {
            if text[index] == UInt8(ascii: "/") { return true }
            guard text[index] == UInt8(ascii: ".") else { continue }
            dots += 1
            guard dots == 1 else { return isEnding(text.extracting((index + 1)...), last - index - 1) }
            last = index
        }
        return isEnding(text, last)
    }

    /// Whether some domain ends in two labels, the first of which has a length.
    private static func isEnding(_ labels: Span<UInt8>, _ length: Int) -> Bool {
        for ending in endings[slot(length, labels.count)] where labels.isEqual(to: ending.span) { return true }
        return false
    }

    private static func slot(_ label: Int, _ labels: Int) -> Int { min(label, 63) << 6 | min(labels, 63) }

    /// The last two labels of each domain, by their lengths.
    private static let endings: [[[UInt8]]] = {
        var endings = [[[UInt8]]](repeating: [], count: 64 * 64)
        for domain in customerDomains.union(commonDomains).sorted() {
            let labels = domain.utf8.split(separator: UInt8(ascii: ".")).suffix(2)
            let text = Array(labels.joined(separator: [UInt8(ascii: ".")]))
            let place = slot(labels.first?.count ?? 0, text.count)
            if !endings[place].contains(text) { endings[place].append(text) }
        }
        return endings
    }()
}
