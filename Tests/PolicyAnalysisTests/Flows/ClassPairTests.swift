import PolicyModel
import RuleIndex
import TestSupport
import Testing
import URLMatching

@testable import PolicyAnalysis

/// Law L4: no two classes of a dimension are equal. If one replaces the other, some decision changes.
///
/// For each pair of classes, questions with a hole are queried with a member of each, ten thousand at most. Whether a
/// document distinguishes two classes depends on its settings, so pairs are identified by the difference of their
/// members, over several random documents. `make laws` checks the pairs of sixty documents, with more questions.
@Suite("Pairs of request classes") struct ClassPairTests {
    /// The difference between the members of two classes, such as `accounts: policy`.
    private typealias Difference = String

    /// How many pairs with this difference were checked, and how many of them some question distinguished.
    private struct Count {
        var pairs = 0
        var told = 0
        var example: String?
    }

    private static let documents = TestSize.count(8, thorough: 24, exhaustive: 60)
    private static let contexts = TestSize.isExhaustive ? 1500 : 200
    private static let mostMembers = TestSize.isExhaustive ? 120 : 30

    /// Values that no decision distinguishes, with the reason why they are one class, or why they are still separate
    /// classes.
    ///
    /// A word of a question comes from a person or a host. Requests with two words of the same meaning are not merged,
    /// so that scenarios and paths show the original word.
    private static let alike: [(dimension: String, values: Set<String>, why: Comment)] = [
        ("save.to", ["dropbox", "googleDrive", "other"], "no setting can name them"),
        ("openFrom.from", ["box", "dropbox", "egnyte", "googleDrive", "iManage", "other"], "no setting can name them"),
        ("openFrom.from", ["accountDocument", "localStorage"], "both are what the account keeps in the app"),
        ("copy.type", ["image", "file"], "only a text has a length"),
        ("paste.type", ["image", "file"], "only a text has a length"),
        ("send.via", ["direct", "url"], "both hand the data to the app that is named"),
        ("send.via", ["openIn", "shareExtension"], "both are what the system offers"),
        ("url", ["sms", "ms-sms", "imessage"], "all are messages; each is a sink of its own in an audit"),
    ]

    /// Values that only requests outside this test distinguish.
    private static let toldElsewhere: [Difference: Comment] = [
        "app: schemes": "an app that is named is asked about as that app; what it handles is asked by its URLs",
        "app: links": "an app that is named is asked about as that app; what it handles is asked by its URLs",
        "url: error": "the answer has the error, and no reason or verdict differs by it",
        "url: path":
            "what a wrapped URL leads to is asked by `incoming`, and what a page without an origin is by its text",
    ]

    private static func why(_ difference: Difference) -> Comment? {
        if let why = toldElsewhere[difference] { return why }
        let parts = difference.split(separator: " ", maxSplits: 2)
        guard parts.count == 3 else { return nil }
        let values = Set(parts[2].split(separator: "/").map(String.init))
        return alike.first { "\($0.dimension):" == parts[0] && values.isSubset(of: $0.values) }?.why
    }

    @Test("Every pair differs in some question, except known equivalent pairs")
    func pairs() throws {
        var counts: [Difference: Count] = [:]
        for seed in 0..<Self.documents {
            TestSize.report("pairs of classes, documents", seed, of: Self.documents)
            try Self.count(seed: UInt64(seed), &counts)
        }
        if TestSize.isExhaustive {
            for (difference, count) in counts.sorted(by: { $0.key < $1.key }) {
                print("\(difference): \(count.told) of \(count.pairs) pairs")
            }
        }
        #expect(counts.count > 40, "\(counts.count) kinds of pairs")
        for (difference, count) in counts {
            // If two things differ at once, either of them distinguishes the pair.
            guard !difference.contains("+") else { continue }
            if let why = Self.why(difference) {
                #expect(count.told == 0, "\(difference) is told apart by now, although: \(why)")
            } else if TestSize.isThorough || !difference.hasPrefix("openFrom.from: value") {
                // A small sample has too few lists of locations to tell every two of them apart.
                #expect(count.told > 0, "\(difference): \(count.pairs) pairs, such as \(count.example ?? "")")
            }
        }
    }

    /// A random document whose lists of locations, over several documents, distinguish every location that a list can
    /// name.
    private static func listing(_ document: PolicyDocument, _ seed: UInt64) -> PolicyDocument {
        func listed(_ setting: PolicySetting) -> PolicySettingValue {
            let named = [
                "oneDriveForBusiness", "sharePoint", "box", "localStorage", "photoLibrary", "iManage", "egnyte",
                "camera",
            ]
            let chosen = named.enumerated().filter { ($0.offset + 1) >> Int(seed % 4) & 1 == 1 }.map(\.element)
            let isInbound = setting == .allowedDataIngestionLocations
            let inbound: Set = ["oneDriveForBusiness", "sharePoint", "camera", "photoLibrary"]
            return .texts(chosen.filter { isInbound ? inbound.contains($0) : $0 != "camera" })
        }
        var document = document
        for name in document.policies.keys.sorted() where name != "r" {
            guard var policy = document.policies[name] else { continue }
            policy.allowedOutboundDataTransferDestinations = .managedApps
            policy.saveAsBlocked = true
            policy.blockDataIngestionIntoOrganizationDocuments = true
            policy.set(.allowedDataStorageLocations, to: listed(.allowedDataStorageLocations))
            policy.set(.allowedDataIngestionLocations, to: listed(.allowedDataIngestionLocations))
            document.policies[name] = policy
        }
        if let matcher = try? Matcher(key: .site, text: "same-site") {
            document.ruleSets[0].rules.append(
                Rule(
                    id: "site",
                    urlClass: .internal,
                    priority: 2,
                    conditions: [Condition(key: .site, alternatives: [matcher])],
                    location: document.ruleSets[0].defaultLocation
                )
            )
        }
        document.apps = document.apps.map { $0 + twins(of: $0) }
        // Views that differ only in the document that the site rule compares with.
        for (name, url) in [("here", "https://contoso.com/d"), ("there", "https://fabrikam.com/d")] {
            document.views.append(
                ViewDeclaration(
                    id: name,
                    policy: .currentIdentity,
                    ruleSet: document.ruleSets[0].name,
                    document: url
                )
            )
        }
        return document
    }

    /// Apps that differ from an existing app in one property.
    private static func twins(of apps: [AppDeclaration]) -> [AppDeclaration] {
        func twin(of app: AppDeclaration?, _ name: String, _ change: (inout AppDeclaration) -> Void) -> AppDeclaration?
        {
            guard var twin = app else { return nil }
            twin.id = AppID("app.\(name)")
            change(&twin)
            return twin
        }
        let managed = apps.first(where: \.isManaged)
        let other = apps.first { !$0.isManaged }
        return [
            twin(of: other, "device") { $0.isMDMManaged.toggle() },
            twin(of: other, "schemes") { $0.schemes = ["twin"] },
            twin(of: other, "links") { $0.universalLinks = ["https://twin.example"] },
            twin(of: managed, "policy") { $0.policy = $0.policy == "p" ? "q" : "p" },
            twin(of: managed, "organization") {
                $0.organization = $0.organization == "contoso" ? "fabrikam" : "contoso"
            },
        ]
        .compactMap(\.self)
    }

    private static func count(seed: UInt64, _ counts: inout [Difference: Count]) throws {
        var world = RandomWorld(listing(RandomWorld(seed: seed).document, seed), seed: seed + 1000)
        let policy = CompiledPolicy(world.document)
        let asking = FlowAsking(policy)
        func request() -> FlowRequest {
            let (user, question, pages, isEnrolled) = world.request()
            var request = FlowRequest(world: .document, user: user, question: question)
            (request.pages, request.isEnrolled) = (pages, isEnrolled)
            return request
        }
        let urls = (0..<2000).compactMap { _ -> String? in
            if case .text(let url)? = request().question.values[.url] { url } else { nil }
        }
        let more = (0..<contexts * 6).map { _ in request() }
        let requests =
            Array(more.prefix(contexts)) + more.dropFirst(contexts).filter { rare.contains($0.question.kind) }
        for (dimension, all) in ClassMembers(policy).all(urls: urls) {
            let members = all.prefix(mostMembers)
            let filled = members.map { member in requests.map { member.fill($0) } }
            let said = filled.map { $0.map { $0.flatMap { asking.ask($0) }.map { Said($0) } } }
            for first in members.indices {
                for second in members.indices.dropFirst(first + 1) {
                    let (one, other) = (members[first], members[second])
                    let difference = "\(dimension): \(one.difference(from: other))"
                    let isTold = requests.indices.contains { position in
                        guard let left = said[first][position], let right = said[second][position], left != right,
                            let asked = filled[first][position]
                        else { return false }
                        // If the request contained both members, a class with both of them would distinguish the pair.
                        return !named.contains(dimension)
                            || asked.mentions(of: one.name)
                                <= (dimension == "view" && asked.pages[one.name] != nil ? 2 : 1)
                                && asked.mentions(of: other.name) == 0
                    }
                    counts[difference, default: Count()].pairs += 1
                    if isTold { counts[difference]?.told += 1 }
                    if counts[difference]?.example == nil {
                        counts[difference]?.example = "\(one.name) and \(other.name), seed \(seed)"
                    }
                }
            }
        }
    }

    /// Questions whose words are distinguished only under several conditions at once.
    private static let rare: [Question.Kind] = [.save, .openFrom]

    /// The dimensions whose members are also distinguished by whether they are the same or different.
    private static let named = ["account", "app", "view"]
}
