import Demarc
import PolicyModel
import RequestReading
import TestSupport
import Testing

@Suite("Decisions on every reading of a query") struct QueryDecisionTests {
    /// `/q` of an administrator is blocked, and so is `/ok` of anyone but a user, who is outside.
    private static let yaml = """
        demarc: 1
        user: dana
        policies: {free: {}}
        accounts: [{account: dana, policy: free}]
        ruleSets:
          r:
            default: internal
            rules:
              - {id: role, class: blocked, chrome: 'good.test/q?role=admin'}
              - {id: user, class: external, chrome: 'good.test/ok?role=user'}
              - {id: others, class: blocked, chrome: 'good.test/ok', unless: {chrome: 'good.test/ok?role=user'}}
              - {id: plain, class: blocked, chrome: 'http://good.test/plain?x=y'}
              - {id: page, class: blocked, chrome: 'https://good.test/page?x=y'}
              - {id: home, class: external, chrome: ['good.test/go?to=/home', 'good.test/go?to=%2Fhome']}
              - {id: name, class: blocked, chrome: 'good.test/who?is=%C3%A9'}
        views: [{id: E, policy: currentIdentity, isExternalURL: r}]
        """

    @Test(
        "A query that a server decodes to another decision is not allowed",
        arguments: [
            ("/q?role=admin", "block blocked role"), ("/q?role=%61dmin", "block url.readingsDiffer - role"),
            ("/q?r%6fle=admin", "block url.readingsDiffer - role"),
            ("/q?x=1&%72%6F%6c%65=%61%64%6d%69%6e&y", "block url.readingsDiffer - role"),
            ("/q?x=%61&role=admin", "block blocked role"), ("/q?role=user&%61", "allow internal -"),
            // These are not `role=admin` to a server either, or only to one that decodes twice.
            ("/q?role%3Dadmin", "block url.readingsDiffer - role"), ("/q?x%26role=admin", "allow internal -"),
            ("/q?role=%2561dmin", "allow internal -"), ("/q?role=admin%2B", "allow internal -"),
            ("/ok?role=user", "allow external user"), ("/ok?role=user&role=admin", "block blocked others"),
            ("/ok?role=user&r%6fle=admin", "block url.readingsDiffer user others"),
            ("/ok?role=us%65r", "block url.readingsDiffer others user"),
            // Together with a reading of the path.
            ("//q?role=%61dmin", "block url.readingsDiffer - role"),
            ("/%71?r%6fle=admin", "block url.readingsDiffer - role"),
            ("//q?role=admin", "block url.readingsDiffer - role"),
            ("/x/../q?role=%61dmin", "block url.readingsDiffer - role"), ("//x?role=%61dmin", "allow internal -"),
            // Both spellings of a value are in one rule.
            ("/go?to=%2Fhome", "allow external home"), ("/go?to=/home", "allow external home"),
            ("/go?to=%2fhome", "block url.readingsDiffer - home"),
            ("/who?is=%c3%a9", "block url.readingsDiffer - name"), ("/who?is=%C3%A9", "block blocked name"),
        ]
    )
    func table(target: String, expected: String) throws {
        var world = try RequestWorld(yaml: Self.yaml)
        #expect(world.line(ObservedRequest(target, hosts: ["good.test"])) == expected)
        let absolute = ObservedRequest("https://good.test\(target)", hosts: ["good.test"])
        #expect(world.line(absolute) == expected)
    }

    @Test("The decision names the URL as it was sent, and as a server reads it")
    func urls() throws {
        var world = try RequestWorld(yaml: Self.yaml)
        let differing = world.decide(ObservedRequest("/q?role=%61dmin", hosts: ["good.test"]))
        #expect(differing.url == "https://good.test/q?role=%61dmin")
        #expect(differing.otherURL == "https://good.test/q?role=admin")
        let alike = world.decide(ObservedRequest("/x?role=%61dmin", hosts: ["good.test"]))
        #expect(alike.url == "https://good.test/x?role=%61dmin" && alike.otherURL == nil)
        // The readings of the request before leave nothing behind.
        #expect(world.line(ObservedRequest("//q?role=%20", hosts: ["good.test"])) == "allow internal -")
    }

    @Test("If the scheme is uncertain, the decoded query is decided under both")
    func schemes() throws {
        let request = ObservedRequest("/plain?%78=y", hosts: ["good.test"])
        var fixed = try RequestWorld(yaml: Self.yaml)
        #expect(fixed.line(request) == "allow internal -")
        var claimed = try RequestWorld(.fixed.with { $0.scheme = .claimed }, yaml: Self.yaml)
        #expect(claimed.line(request) == "block url.readingsDiffer - plain")
        let merged = ObservedRequest("//plain?%78=y", hosts: ["good.test"])
        #expect(claimed.line(merged) == "block url.readingsDiffer - plain")
        let confirmed = request.with { $0.claim(scheme: Array("https".utf8), by: .proxy) }
        #expect(claimed.line(confirmed) == "allow internal -")
    }

    @Test("A WebSocket that the server may ignore is decided with the decoded query as a request, too")
    func ignoredUpgrade() throws {
        var world = try RequestWorld(yaml: Self.yaml)
        let request = ObservedRequest("/page?%78=y", hosts: ["good.test"]).with { $0.upgrade = Array("websocket".utf8) }
        #expect(world.line(request) == "block url.readingsDiffer - page")
        let extended = ObservedRequest("CONNECT", "/page?%78=y", hosts: ["good.test"]).with {
            $0.connectProtocol = Array("websocket".utf8)
        }
        #expect(world.line(extended) == "allow internal -")
    }

    @Test("A proxy that normalizes paths does not decode queries")
    func proxyNormalizes() throws {
        var world = try RequestWorld(.fixed.with { $0.readings = .proxy }, yaml: Self.yaml)
        let decoded = ObservedRequest("/q?role=%61dmin", hosts: ["good.test"])
        #expect(world.line(decoded) == "block url.readingsDiffer - role")
        #expect(world.line(ObservedRequest("//q?role=%61dmin", hosts: ["good.test"])) == "allow internal -")
    }
}
