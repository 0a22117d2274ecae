import PolicyFiles
import PolicyModel
import TestSupport
import Testing
import URLMatching

@testable import PolicyAnalysis
@testable import RuleRegions

@Suite("Owners of sites") struct SiteKeeperTests {
    private static let names: [(name: String, reach: HostScope.Reach, hasOneOwner: Bool, why: Comment)] = [
        ("contoso.com", .domain, true, "a registrable domain"),
        ("www.contoso.com", .exact, true, "a host below one"),
        ("com", .domain, false, "a public suffix"),
        ("co.uk", .domain, false, "a public suffix of two labels"),
        ("github.io", .domain, false, "a public suffix of the private section"),
        ("contoso.github.io", .exact, true, "a registrable domain below it"),
        ("sharepoint.com", .domain, false, "every customer is below it"),
        ("sharepoint.com", .subdomains, false, "every customer is below it"),
        ("contoso.sharepoint.com", .exact, true, "the customer's own label"),
        ("contoso.sharepoint.com", .domain, true, "everything below the customer's own label"),
        ("www.zendesk.com", .exact, false, "a label of the service's own"),
        ("login.okta.com", .exact, false, "a label of the service's own"),
        ("github.com", .exact, false, "paths tell customers apart"),
        ("docs.google.com", .exact, false, "no host of it is one customer's"),
        ("salesforce.com", .domain, false, "everybody's"),
        ("contoso.my.salesforce.com", .exact, true, "the longest domain decides"),
        ("mysharepoint.com", .domain, true, "another domain that ends alike"),
        ("intranet", .exact, true, "a name of the network"),
        ("10.1.2.3", .exact, true, "a private address"),
        ("93.184.216.34", .exact, false, "an address that anybody may have"),
    ]

    @Test("A name has one owner if it contains a customer's own label", arguments: names.indices)
    func owner(row: Int) {
        let (name, reach, hasOneOwner, why) = Self.names[row]
        #expect(SiteKeeper().hasOneOwner(Array(name.utf8), reach) == hasOneOwner, why)
    }

    private static let rules: [(matcher: String, isConfined: Bool)] = [
        ("domain: contoso.com", true), ("domain: [contoso.com, github.com]", false),
        (#"regex: 'contoso\.com'"#, false), (#"regex: '^https://([a-z]+\.)?contoso\.com/'"#, true),
        ("edge: 'https://*contoso.com/*'", false), ("scheme: https", false), ("address: 10.0.0.0/8", true),
        ("address: 0.0.0.0/0", false), ("site: same-site", false), ("host: contoso.atlassian.net", true),
    ]

    @Test("A rule is confined if it spells out the owner of everything it matches", arguments: rules.indices)
    func confined(row: Int) throws {
        let (matcher, isConfined) = Self.rules[row]
        let text = """
            demarc: 1
            ruleSets:
              sites: {default: external, rules: [{id: a, class: internal, \(matcher)}]}
            views: [{id: E, policy: currentIdentity, isExternalURL: sites}]
            """
        let loaded = PolicyDocumentReader(files: MemoryFiles([String: String]())).load(text: text, path: "p.yaml")
        let rule = try #require(loaded.document?.ruleSets.first?.rules.first)
        #expect(SiteKeeper().isConfined(rule, documents: []) == isConfined, "\(matcher)")
    }

    @Test("The tables contain the domains of Rules/defaults/shared-hosting.yaml")
    func table() throws {
        let text = try Repository.text("Rules/defaults/shared-hosting.yaml")
        let domains = { (id: String) -> Set<String> in
            let lines = text.split(separator: "- id: ").first { $0.hasPrefix(id) }?.split(separator: "\n") ?? []
            return Set(lines.filter { $0.hasPrefix("      - ") }.map { String($0.dropFirst(8)) })
        }
        #expect(domains("a-label-for-each-customer") == SharedHosting.customerDomains)
        #expect(domains("hosts-for-all-customers") == SharedHosting.commonDomains)
    }
}
