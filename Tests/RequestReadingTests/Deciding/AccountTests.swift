import Demarc
import PolicyFiles
import PolicyModel
import RequestReading
import TestSupport
import Testing

@Suite("Who asks, and for what") struct RequestAccountTests {
    private static func binding(_ absent: RequestBinding.AbsentAccount) -> RequestBinding {
        RequestBinding(view: "E", scheme: .https, absentAccount: absent)
    }

    private static func request(_ accounts: String...) -> ObservedRequest {
        ObservedRequest("/", hosts: ["other.test"]).with { request in
            for account in accounts { request.claim(account: Array(account.utf8)) }
        }
    }

    @Test(
        "an account is one claim that can be read",
        arguments: [
            (["dana", "dana"], "request.accountRepeated"), (["dana", "kim"], "request.accountRepeated"),
            (["", "dana"], "request.accountRepeated"), (["da na"], "request.accountInvalid"),
            (["dana\n"], "request.accountInvalid"), (["dana\0"], "request.accountInvalid"),
            (["\t"], "request.accountInvalid"), (["dana\u{7f}"], "request.accountInvalid"),
            ([], "request.accountMissing"), ([""], "request.accountMissing"),
            (["dana"], "allow external -"), (["DANA"], "allow external -"), (["kim"], "route external -"),
            (["home"], "allow - -"), (["stranger"], "block - -"), (["none"], "block - -"), (["dana,kim"], "block - -"),
        ]
    )
    func claims(accounts: [String], expected: String) throws {
        var world = try RequestWorld(Self.binding(.block))
        let request = ObservedRequest("/", hosts: ["other.test"]).with { request in
            for account in accounts { request.claim(account: Array(account.utf8)) }
        }
        #expect(world.line(request) == expected)
    }

    @Test("an account that is not UTF-8 is a fault")
    func notText() throws {
        var world = try RequestWorld(Self.binding(.block))
        let request = ObservedRequest("/", hosts: ["other.test"]).with { $0.claim(account: [0x64, 0xFF, 0xC3]) }
        #expect(world.line(request) == "request.accountInvalid")
    }

    @Test("who is unknown is blocked, and the reason says so")
    func unknown() throws {
        var world = try RequestWorld(Self.binding(.lockDown))
        let decision = world.decide(Self.request("stranger"))
        #expect(decision.codes == ["identity.unknown"])
        #expect(decision.fault == nil && decision.account == AccountID("stranger"))
    }

    @Test("where no account is named, the binding says who asks, and it is never no user")
    func absent() throws {
        var block = try RequestWorld(Self.binding(.block))
        #expect(block.line(Self.request()) == "request.accountMissing")
        var named = try RequestWorld(Self.binding(.account(AccountID("kim"))))
        #expect(named.line(Self.request()) == "route external -")
        #expect(named.decide(Self.request()).account == AccountID("kim"))
        #expect(named.line(Self.request("dana")) == "allow external -")
        var nobody = try RequestWorld(Self.binding(.account(.noUser)))
        #expect(nobody.line(Self.request()) == "request.accountInvalid")
        var fixedNobody = try RequestWorld(Self.binding(.block).with { $0.fixedAccount = .noUser })
        #expect(fixedNobody.line(Self.request()) == "request.accountInvalid")
    }

    @Test("under lock-down the rules of the view hold, and links leave for the managed browser")
    func lockDown() throws {
        var world = try RequestWorld(Self.binding(.lockDown))
        let external = world.decide(Self.request())
        #expect(external.line == "route external -")
        #expect(external.destination == .managedBrowser && external.route == "microsoft-edge-https://other.test/")
        #expect(external.codes.first == "identity.lockDown" && external.account == nil)
        #expect(world.line(ObservedRequest("/", hosts: ["good.test"])) == "allow internal good")
        #expect(world.line(ObservedRequest("/", hosts: ["evil.test"])) == "block blocked evil")
        #expect(world.line(Self.request("")) == "route external -")
    }

    @Test("a fixed account is the only claim")
    func fixed() throws {
        var world = try RequestWorld(.fixed)
        #expect(world.line(Self.request()) == "allow external -")
        #expect(world.line(Self.request("dana")) == "request.accountRepeated")
        #expect(world.line(Self.request("kim")) == "request.accountRepeated")
    }

    @Test("a document without accounts acts as its implicit account", arguments: [false, true])
    func implicit(isMultiIdentity: Bool) throws {
        let yaml = """
            demarc: 1
            app: {multiIdentity: \(isMultiIdentity)}
            ruleSets: {corporate: {default: external, rules: [{id: evil, class: blocked, domain: evil.test}]}}
            """
        for absent in [RequestBinding.AbsentAccount.block, .lockDown, .account(AccountID("kim"))] {
            var world = try RequestWorld(
                Self.binding(absent).with { $0.view = PolicyDocument.implicitView },
                yaml: yaml
            )
            #expect(world.line(ObservedRequest("/", hosts: ["evil.test"])) == "block blocked evil")
            #expect(world.decide(ObservedRequest("/", hosts: ["evil.test"])).account == nil)
            // Who is unknown stays unknown.
            #expect(world.line(Self.request("dana")) == "block - -")
            world.evaluator.rest()
            #expect(world.line(ObservedRequest("/", hosts: ["evil.test"])) == "block blocked evil")
        }
    }

    // MARK: What for

    @Test("`Sec-Fetch-Dest` counts only where the binding says so")
    func frames() throws {
        let destinations: [(String, Frame)] = [
            ("document", .top), ("iframe", .sub), ("frame", .sub), ("embed", .sub), ("object", .sub),
            ("fencedframe", .sub), ("image", .resource), ("empty", .resource), ("script", .resource),
            ("worker", .resource), ("", .top), ("unheard-of", .top), ("image,document", .top), ("IMAGE", .resource),
        ]
        for (destination, frame) in destinations {
            let request = ObservedRequest("/", hosts: ["other.test"]).with {
                $0.fetchDestination = Array(destination.utf8)
            }
            var top = try RequestWorld(.fixed)
            #expect(top.decide(request).frame == .top)
            var browsers = try RequestWorld(.fixed.with { $0.frames = .secFetch })
            #expect(browsers.decide(request).frame == frame, "\(destination)")
        }
        var browsers = try RequestWorld(.fixed.with { $0.frames = .secFetch })
        #expect(browsers.decide(ObservedRequest("/", hosts: ["other.test"])).frame == .top)
    }

    // MARK: Where

    @Test("a view that is not in the policy blocks, until there is one")
    func view() throws {
        var world = try RequestWorld(.fixed.with { $0.view = "later" })
        let request = ObservedRequest("/", hosts: ["good.test"])
        #expect(world.line(request) == "request.viewUnknown")
        let first = try world.engine.addView(named: "later")
        #expect(world.line(request) == "allow - -")
        try world.engine.removeView(first)
        #expect(world.line(request) == "request.viewUnknown")
        let second = try world.engine.addView(named: "later")
        try world.engine.setRuleSet("corporate", for: second)
        #expect(world.line(request) == "allow internal good")
        // A container loads no URLs.
        try world.engine.removeView(second)
        _ = try world.engine.addView(named: "later", isWebView: false)
        #expect(world.line(request) == "request.viewUnknown")
    }

    @Test("a reader that is asked about another engine looks its view up there")
    func otherEngine() throws {
        var world = try RequestWorld()
        let other = try RequestWorld(
            yaml: RequestWorld.yaml.replacing("class: internal, domain: good", with: "class: blocked, domain: good")
        )
        var evaluator = other.engine.makeEvaluator()
        let request = ObservedRequest("/", hosts: ["good.test"])
        for _ in 0..<3 {
            #expect(world.line(request) == "allow internal good")
            #expect(world.reader.decide(request, with: &evaluator).line == "block blocked good")
        }
    }

    @Test("a reload is seen by the next request")
    func reload() throws {
        var world = try RequestWorld()
        let request = ObservedRequest("/", hosts: ["good.test"])
        #expect(world.line(request) == "allow internal good")
        let text = RequestWorld.yaml.replacing("class: internal, domain: good", with: "class: blocked, domain: good")
        let document = PolicyDocumentReader(files: MemoryFiles([String: String]())).load(text: text, path: "p.yaml")
            .document
        world.engine.reload(try #require(document))
        #expect(world.line(request) == "block blocked good")
    }
}
