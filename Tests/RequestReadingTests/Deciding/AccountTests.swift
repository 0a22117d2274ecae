import Demarc
import PolicyFiles
import PolicyModel
import RequestReading
import TestSupport
import Testing

@Suite("Accounts and views of requests") struct RequestAccountTests {
    private static func binding(_ absent: RequestBinding.AbsentAccount) -> RequestBinding {
        RequestBinding(view: "E", scheme: .https, absentAccount: absent)
    }

    private static func request(_ accounts: String...) -> ObservedRequest {
        ObservedRequest("/", hosts: ["other.test"]).with { request in
            for account in accounts { request.claim(account: Array(account.utf8)) }
        }
    }

    @Test(
        "An account is a single readable claim",
        arguments: [
            (["dana", "dana"], "request.accountRepeated"), (["dana", "kim"], "request.accountRepeated"),
            (["", "dana"], "request.accountRepeated"), (["da na"], "request.accountInvalid"),
            (["dana\n"], "request.accountInvalid"), (["dana\0"], "request.accountInvalid"),
            (["\t"], "request.accountInvalid"), (["dana\u{7f}"], "request.accountInvalid"),
            (["dana\u{80}"], "request.accountInvalid"), (["dana\u{85}"], "request.accountInvalid"),
            (["dana\u{9B}1m"], "request.accountInvalid"), (["da\u{A0}na"], "request.accountInvalid"),
            (["da\u{2028}na"], "request.accountInvalid"), (["da\u{2029}na"], "request.accountInvalid"),
            (["\u{3000}dana"], "request.accountInvalid"), (["dana\u{A1}"], "block - -"),
            ([], "request.accountMissing"), ([""], "request.accountMissing"),
            (["dana"], "allow external -"), (["DANA"], "allow external -"), (["kim"], "route external -"),
            (["home"], "allow - -"), (["stranger"], "block - -"), (["none"], "block - -"), (["dana,kim"], "block - -"),
            // U+212A, which Unicode lower-cases to `k`, and an `é` of two characters, are not in NFC.
            (["\u{212A}im"], "request.accountInvalid"), (["jose\u{301}"], "request.accountInvalid"),
            (["jos\u{E9}"], "block - -"), (["k\u{131}m"], "block - -"), (["\u{43A}im"], "block - -"),
        ]
    )
    func claims(accounts: [String], expected: String) throws {
        var world = try RequestWorld(Self.binding(.block))
        let request = ObservedRequest("/", hosts: ["other.test"]).with { request in
            for account in accounts { request.claim(account: Array(account.utf8)) }
        }
        #expect(world.line(request) == expected)
    }

    @Test("An account that is not UTF-8 is a fault")
    func notText() throws {
        var world = try RequestWorld(Self.binding(.block))
        let request = ObservedRequest("/", hosts: ["other.test"]).with { $0.claim(account: [0x64, 0xFF, 0xC3]) }
        #expect(world.line(request) == "request.accountInvalid")
    }

    @Test("An unknown account is blocked, with that reason")
    func unknown() throws {
        var world = try RequestWorld(Self.binding(.lockDown))
        let decision = world.decide(Self.request("stranger"))
        #expect(decision.codes == ["identity.unknown"])
        #expect(decision.fault == nil && decision.account == AccountID("stranger"))
    }

    @Test("Without an account, the binding determines who acts, and never no user")
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

    @Test("Under lock-down the view's rules apply, and links go to the managed browser")
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

    @Test("A fixed account is the only claim")
    func fixed() throws {
        var world = try RequestWorld(.fixed)
        #expect(world.line(Self.request()) == "allow external -")
        #expect(world.line(Self.request("dana")) == "request.accountRepeated")
        #expect(world.line(Self.request("kim")) == "request.accountRepeated")
    }

    @Test("A document without accounts acts as its implicit account", arguments: [false, true])
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
            // An unknown account stays unknown.
            #expect(world.line(Self.request("dana")) == "block - -")
            world.evaluator.rest()
            #expect(world.line(ObservedRequest("/", hosts: ["evil.test"])) == "block blocked evil")
        }
    }

    // MARK: Frames

    @Test("`Sec-Fetch-Dest` counts only if the binding allows it")
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

    // MARK: Views

    @Test("A view missing from the policy blocks until it exists")
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

    @Test("A view that a reload makes a container is unknown, also to a reader that has asked before")
    func container() throws {
        var world = try RequestWorld()
        let request = ObservedRequest("/", hosts: ["good.test"])
        #expect(world.line(request) == "allow internal good")
        let view = "{id: E, policy: currentIdentity, isExternalURL: corporate}"
        let views = view.replacing("E,", with: "F,") + "\n  - {id: E, webView: false}"
        world.engine.reload(try RequestWorld.document(RequestWorld.yaml.replacing(view, with: views)))
        #expect(world.line(request) == "request.viewUnknown")
        world.engine.reload(try RequestWorld.document(RequestWorld.yaml))
        #expect(world.line(request) == "allow internal good")
    }

    @Test("A reader looks up its view in the engine that it is given")
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

    @Test("The next request sees a reload")
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
