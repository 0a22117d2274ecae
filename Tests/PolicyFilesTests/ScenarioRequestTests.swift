import Diagnostics
import PolicyModel
import Testing

@testable import PolicyFiles

@Suite("Requests of scenarios") struct ScenarioRequestTests {
    @Test(
        "every request with every field, and what stands where a field is left out",
        arguments: [
            (
                "{navigate: {view: E, url: 'https://x.example/', frame: sub, answer: external}}",
                .navigate(view: "E", url: "https://x.example/", frame: .sub, answer: .external)
            ),
            (
                "{navigate: {view: W, url: '', frame: resource, answer: none}}",
                .navigate(view: "W", url: "", frame: .resource, answer: ExternalURLAnswer.none)
            ),
            ("{navigate: {view: A, url: u}}", .navigate(view: "A", url: "u", frame: .top, answer: nil)),
            (
                #"{navigate: {view: A, url: "java\tscript:1", frame: top, answer: internal}}"#,
                .navigate(view: "A", url: "java\tscript:1", frame: .top, answer: .internal)
            ),
            ("{open: {url: 'tel:1', knownManagedApp: true}}", .open(url: "tel:1", knownManagedApp: true)),
            ("{open: {url: 1}}", .open(url: "1", knownManagedApp: false)),
            ("{open: 'tel:1'}", .open(url: "tel:1", knownManagedApp: false)),
            ("{canOpen: {url: 'tel:1', knownManagedApp: true}}", .canOpen(url: "tel:1", knownManagedApp: true)),
            ("{canOpen: {url: 'tel:1'}}", .canOpen(url: "tel:1", knownManagedApp: false)),
            ("{universalLink: {url: 'https://x.example/'}}", .universalLink(url: "https://x.example/")),
            (
                "{copy: {from: A, characters: 0, type: file}}",
                .copy(from: .view("A"), ClipboardItem(.file, characters: 0))
            ),
            ("{copy: {from: native}}", .copy(from: .native, ClipboardItem(.text, characters: 1))),
            (
                "{paste: {from: 'account:DANA@contoso.com', into: 'app:x.y', characters: 40, type: image}}",
                .paste(
                    from: .account(AccountID("dana@contoso.com")),
                    into: .app("x.y"),
                    ClipboardItem(.image, characters: 40)
                )
            ),
            (
                "{paste: {from: 'account:none', into: native, characters: 2}}",
                .paste(from: .account(.noUser), into: .native, ClipboardItem(.text, characters: 2))
            ),
            (
                "{paste: {from: 'account:', into: native, type: image}}",
                .paste(from: .account(.noUser), into: .native, ClipboardItem(.image, characters: 1))
            ),
            ("{paste: {from: W, into: A}}", .paste(from: .view("W"), into: .view("A"), nil)),
            ("{upload: {from: 'app:x.y', into: E}}", .upload(from: .app("x.y"), into: .view("E"))),
            (
                "{upload: {from: {view: A, frame: external}, into: {view: E, frame: external}}}",
                .upload(from: .externalFrame(of: "A"), into: .externalFrame(of: "E"))
            ),
            (
                "{paste: {from: {view: A, frame: external}, into: native}}",
                .paste(from: .externalFrame(of: "A"), into: .native, nil)
            ),
            (
                "{save: {owner: 3ec2, to: localStorage, account: none}}",
                .save(owner: .account(AccountID("3ec2")), to: .localStorage, account: .noUser)
            ),
            ("{save: {from: E, to: box}}", .save(owner: .place(.view("E")), to: .box, account: nil)),
            ("{save: {to: other}}", .save(owner: nil, to: .other, account: nil)),
            (
                "{openFrom: {receiver: '', from: camera, account: dana@example.net}}",
                .openFrom(receiver: .noUser, from: .camera, account: AccountID("dana@example.net"))
            ),
            ("{openFrom: {from: accountDocument}}", .openFrom(receiver: nil, from: .accountDocument, account: nil)),
            (
                "{send: {from: 3EC2, to: x.y, via: shareExtension}}",
                .send(from: .account(AccountID("3ec2")), to: "x.y", via: .shareExtension)
            ),
            ("{send: {from: E, to: x.y}}", .send(from: .place(.view("E")), to: "x.y", via: .direct)),
            ("{send: {from: native, to: x.y}}", .send(from: .place(.native), to: "x.y", via: .direct)),
            (
                "{send: {from: {view: E, frame: external}, to: x.y}}",
                .send(from: .place(.externalFrame(of: "E")), to: "x.y", via: .direct)
            ),
            ("{send: {to: x.y}}", .send(from: nil, to: "x.y", via: .direct)),
            ("{receive: {into: none, from: x.y}}", .receive(into: .noUser, from: "x.y")),
            ("{receive: {from: x.y, owner: 3ec2}}", .receive(into: nil, from: "x.y", owner: AccountID("3ec2"))),
            ("{receive: {from: x.y}}", .receive(into: nil, from: "x.y")),
            ("{setting: {name: writingTools, account: none}}", .setting(.writingTools, of: .account(.noUser))),
            ("{setting: {name: print}}", .setting(.print, of: nil)),
            ("{setting: {name: print, in: E}}", .setting(.print, of: .place(.view("E")))),
            ("{appSharing: {}}", .appSharing(account: nil)),
            ("{appSharing: 3ec2}", .appSharing(account: AccountID("3ec2"))),
            ("{incoming: {url: u, from: x.y}}", .incoming(url: "u", from: "x.y")),
            ("{incoming: u}", .incoming(url: "u", from: nil)),
            (
                "{navigate: {view: A, url: u, sameDocument: true}}",
                .navigate(view: "A", url: "u", frame: .top, answer: nil, sameDocument: true)
            ),
            ("{setting: print}", .setting(.print, of: nil)),
            ("{signIn: {account: 3ec2}}", .signIn(AccountID("3ec2"))),
            ("{signIn: 3ec2}", .signIn(AccountID("3ec2"))),
            ("{signOut: {account: none}}", .signOut(.noUser)),
            (
                "{switchIdentity: {to: 3ec2, level: ui, window: w}}",
                .switchIdentity(to: .accounts([AccountID("3ec2")]), level: .ui, window: "w")
            ),
            (
                "{switchIdentity: {to: none, level: process}}",
                .switchIdentity(to: .accounts([.noUser]), level: .process, window: nil)
            ),
            ("{switchIdentity: {to: unset, level: task}}", .switchIdentity(to: .unset, level: .task, window: nil)),
            ("{switchIdentity: 3ec2}", .switchIdentity(to: .accounts([AccountID("3ec2")]), level: .ui, window: nil)),
        ] as [(String, ScenarioRequest)]
    )
    func request(text: String, expected: ScenarioRequest) throws {
        #expect(try step(asking: text).request == expected)
    }

    @Test("every word that a request takes", arguments: ScenarioQuestion.allCases)
    func words(question: ScenarioQuestion) throws {
        let rows: [String] =
            switch question {
            case .save: SaveLocation.allCases.map { "{save: {to: \($0.rawValue)}}" }
            case .openFrom: OpenLocation.allCases.map { "{openFrom: {from: \($0.rawValue)}}" }
            case .send: SharingMethod.allCases.map { "{send: {to: x, via: \($0.rawValue)}}" }
            case .setting: SingleSetting.allCases.map { "{setting: \($0.rawValue)}" }
            default: []
            }
        for row in rows { _ = try step(asking: row) }
    }

    @Test("the view is the only web view where none is named")
    func onlyView() throws {
        let files = ["policy.yaml": "demarc: 1\nviews: [{id: W, children: [{id: A}]}]", "one.yaml": "demarc: 1"]
        func view(_ scenario: String, policy: String = "../policy.yaml") throws -> String? {
            let result = readScenarios(scenarioFile(scenario, policy: policy), files: files)
            let file = try #require(result.file, "\(summary(result))")
            guard
                case .navigate(let view, url: _, frame: _, answer: _, sameDocument: _)? = file.scenarios[0].steps.last?
                    .request
            else { return nil }
            return view
        }
        let ask = "when: {navigate: u}, then: {verdict: allow}"
        #expect(try view("{name: n, \(ask)}") == "A")
        #expect(try view("{name: n, \(ask)}", policy: "../one.yaml") == PolicyDocument.implicitView)
        checkScenarios(
            scenarioFile("{name: n, given: {views: {B: {parent: W}}}, \(ask)}"),
            files: files,
            gives: [
                "4:64 ambiguous-default «u» several web views: nothing says which one navigates | add `view` with `A` or `B`"
            ]
        )
    }

    @Test("what a step copied is pasted from the pasteboard, with what the step says of it")
    func pasteboard() throws {
        let steps = """
            {name: n, steps: [{when: {copy: {from: E, characters: 7}}, then: {verdict: plain}},
              {when: {paste: {from: pasteboard, into: A}}, then: {verdict: allow}},
              {when: {paste: {from: pasteboard, into: A, characters: 3}}, then: {verdict: allow}}]}
            """
        let result = readScenarios(scenarioFile(steps))
        let file = try #require(result.file, "\(summary(result))")
        #expect(
            file.scenarios[0].steps.map(\.request) == [
                .copy(from: .view("E"), ClipboardItem(.text, characters: 7)),
                .paste(from: .pasteboard, into: .view("A"), nil),
                .paste(from: .pasteboard, into: .view("A"), ClipboardItem(.text, characters: 3)),
            ]
        )
        #expect(file.scenarios[0].steps.map(\.location.line) == [4, 5, 6])
        #expect(file.scenarios[0].steps.map(\.location.column) == [21, 3, 3])
    }

    @Test("every verdict that a request can have is taken", arguments: ScenarioQuestion.allCases)
    func verdicts(question: ScenarioQuestion) {
        let requests: [ScenarioQuestion: String] = [
            .navigate: "{view: A, url: u}", .copy: "{from: A}", .paste: "{from: A, into: A}",
            .upload: "{from: A, into: A}", .save: "{to: box}", .openFrom: "{from: box}", .send: "{to: a}",
            .receive: "{from: a}", .setting: "print",
        ]
        for verdict in ScenarioQuestion.allVerdicts {
            let text = scenarioFile(
                "{name: n, when: {\(question.rawValue): \(requests[question] ?? "none")}, then: {verdict: \(verdict)}}"
            )
            #expect(readScenarios(text).isUsable == question.verdicts.contains(verdict), "\(question) \(verdict)")
        }
    }

    @Test("expectations, in the order they are written, with their places")
    func expectations() throws {
        let then = """
            {reason: rule.default, verdict: block, to: managedBrowser, route: "a\\nb", page: unmanaged,
              class: external, rule: intranet, value: null, account: DANA@CONTOSO.COM}
            """
        let result = readScenarios(scenarioFile("{name: n, when: {open: u}, then: \(then)}"))
        let step = try #require(result.file?.scenarios.first?.steps.first, "\(summary(result))")
        #expect(
            step.expected.map { "\($0.location.line):\($0.location.column) \($0.part.rawValue)=\($0.value ?? "-")" }
                == [
                    "4:37 reason=rule.default", "4:59 verdict=block", "4:75 to=managedBrowser", "4:95 route=a\nb",
                    "4:110 page=unmanaged", "5:3 class=external", "5:20 rule=intranet", "5:36 value=-",
                    "5:49 account=3ec2",
                ]
        )
    }

    @Test("nobody is expected as `none`, and a part may be expected to be absent")
    func absent() throws {
        let parts = ScenarioExpectation.Part.allCases.map { "\($0.rawValue): null" }.joined(separator: ", ")
        let text = scenarioFile("{name: n, when: {open: u}, then: {\(parts)}}")
        let step = try #require(readScenarios(text).file?.scenarios.first?.steps.first)
        #expect(step.expected.map(\.value) == Array(repeating: nil, count: ScenarioExpectation.Part.allCases.count))
        let nobody = scenarioFile("{name: n, when: {open: u}, then: {account: none}}")
        #expect(readScenarios(nobody).file?.scenarios.first?.steps.first?.expected.first?.value == "none")
    }

    @Test("every reason code and every family of codes can be expected", arguments: ReasonCode.allCases)
    func reasons(code: ReasonCode) {
        var name = code.rawValue
        while true {
            let text = scenarioFile("{name: n, when: {open: u}, then: {reason: \(name)}}")
            #expect(readScenarios(text).isUsable, "\(name)")
            guard let dot = name.lastIndex(of: ".") else { return }
            name = String(name[..<dot])
        }
    }

    @Test(
        "values that a setting can have",
        arguments: [
            ("notifications", "block", true), ("notifications", "required", false),
            ("fileEncryption", "required", true), ("fileEncryption", "allow", false),
        ]
    )
    func values(setting: String, value: String, isUsable: Bool) {
        let text = scenarioFile("{name: n, when: {setting: \(setting)}, then: {value: \(value)}}")
        #expect(readScenarios(text).isUsable == isUsable)
    }
}
