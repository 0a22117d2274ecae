import Diagnostics
import PolicyModel
import Testing

@testable import PolicyFiles

@Suite("Requests of scenarios") struct ScenarioRequestTests {
    @Test(
        "Every request is read with every field, and omitted fields have their defaults",
        arguments: [
            (
                "{navigate: {view: E, url: 'https://x.example/', frame: sub, answer: external}}",
                .navigate(to: "https://x.example/", in: "E", frame: .sub, answer: .external)
            ),
            (
                "{navigate: {view: W, url: '', frame: resource, answer: none}}",
                .navigate(to: "", in: "W", frame: .resource, answer: ExternalURLAnswer.noAnswer)
            ),
            ("{navigate: {view: A, url: u}}", .navigate(to: "u", in: "A")),
            (
                #"{navigate: {view: A, url: "java\tscript:1", frame: top, answer: internal}}"#,
                .navigate(to: "java\tscript:1", in: "A", answer: .internal)
            ),
            ("{open: {url: 'tel:1', knownManagedApp: true}}", .open("tel:1", isKnownManagedAppScheme: true)),
            ("{open: {url: 1}}", .open("1")),
            ("{open: 'tel:1'}", .open("tel:1")),
            ("{canOpen: {url: 'tel:1', knownManagedApp: true}}", .canOpen("tel:1", isKnownManagedAppScheme: true)),
            ("{canOpen: {url: 'tel:1'}}", .canOpen("tel:1")),
            ("{universalLink: {url: 'https://x.example/'}}", .universalLink("https://x.example/")),
            ("{connection: {view: E, host: x.example, port: 443}}", .connection(to: "x.example", port: 443, in: "E")),
            (
                "{connection: {view: E, host: x.example, port: 1, frame: resource}}",
                .connection(to: "x.example", port: 1, in: "E", frame: .resource)
            ),
            (
                "{copy: {from: A, characters: 0, type: file}}",
                .copy(ClipboardItem(.file, characters: 0), from: .view("A"))
            ),
            ("{copy: {from: native}}", .copy(ClipboardItem(.text, characters: 1), from: .native())),
            (
                "{paste: {from: 'account:DANA@contoso.com', into: 'app:x.y', characters: 40, type: image}}",
                .paste(
                    ClipboardItem(.image, characters: 40),
                    from: .account(AccountID("dana@contoso.com")),
                    into: .app("x.y")
                )
            ),
            (
                "{paste: {from: 'account:none', into: native, characters: 2}}",
                .paste(ClipboardItem(.text, characters: 2), from: .account(.noUser), into: .native())
            ),
            (
                "{paste: {from: 'account:', into: native, type: image}}",
                .paste(ClipboardItem(.image, characters: 1), from: .account(.noUser), into: .native())
            ),
            ("{paste: {from: W, into: A}}", .paste(from: .view("W"), into: .view("A"))),
            ("{upload: {from: 'app:x.y', into: E}}", .upload(from: .app("x.y"), into: "E")),
            (
                "{upload: {from: {view: A, frame: external}, into: {view: E, frame: external}}}",
                .upload(from: .externalFrame("A"), into: "E", isExternalFrame: true)
            ),
            (
                "{paste: {from: {view: A, frame: external}, into: native}}",
                .paste(from: .externalFrame("A"), into: .native())
            ),
            (
                "{save: {owner: 3ec2, to: localStorage, account: none}}",
                .save(to: .localStorage, of: .noUser, ownedBy: .account(AccountID("3ec2")))
            ),
            ("{save: {from: E, to: box}}", .save(to: .box, ownedBy: .place(.view("E")))),
            ("{save: {to: other}}", .save(to: .other)),
            (
                "{openFrom: {receiver: '', from: camera, account: dana@example.net}}",
                .openFrom(.camera, of: AccountID("dana@example.net"), receivedBy: .noUser)
            ),
            ("{openFrom: {from: accountDocument}}", .openFrom(.accountDocument)),
            (
                "{send: {from: 3EC2, to: x.y, via: shareExtension}}",
                .send(to: "x.y", via: .shareExtension, ownedBy: .account(AccountID("3ec2")))
            ),
            ("{send: {from: E, to: x.y}}", .send(to: "x.y", ownedBy: .place(.view("E")))),
            ("{send: {from: native, to: x.y}}", .send(to: "x.y", ownedBy: .place(.native()))),
            (
                "{send: {from: {view: E, frame: external}, to: x.y}}",
                .send(to: "x.y", ownedBy: .place(.externalFrame("E")))
            ),
            ("{send: {to: x.y}}", .send(to: "x.y")),
            ("{receive: {into: none, from: x.y}}", .receive(from: "x.y", into: .noUser)),
            ("{receive: {from: x.y, owner: 3ec2}}", .receive(from: "x.y", ownedBy: AccountID("3ec2"))),
            ("{receive: {from: x.y}}", .receive(from: "x.y")),
            ("{setting: {name: writingTools, account: none}}", .setting(.writingTools, of: .account(.noUser))),
            ("{setting: {name: print}}", .setting(.print)),
            ("{setting: {name: print, in: E}}", .setting(.print, of: .place(.view("E")))),
            ("{appSharing: {}}", .appSharing()),
            ("{appSharing: 3ec2}", .appSharing(of: AccountID("3ec2"))),
            ("{incoming: {url: u, from: x.y}}", .incoming("u", from: "x.y")),
            ("{incoming: u}", .incoming("u")),
            (
                "{navigate: {view: A, url: u, sameDocument: true}}",
                .navigate(to: "u", in: "A", isSameDocument: true)
            ),
            ("{setting: print}", .setting(.print)),
            ("{launch: 3ec2}", .launch(of: AccountID("3ec2"))),
            (
                "{launch: {device: {osVersion: 17.10, appVersion: new, model: null}, at: '1970-01-01T00:01:00Z'}}",
                .launch(device: Self.device, at: Instant(secondsSince1970: 60))
            ),
            (
                "{unlock: {by: [credentials, setPIN], access: {pinFailures: 3}}}",
                .unlock(by: [.credentials, .setPIN], access: Self.access)
            ),
            ("{unlock: pin}", .unlock(by: [.pin])),
            ("{unlock: [pin, biometric]}", .unlock(by: [.pin, .biometric])),
            ("{pin: 0123}", .pin(PINCandidate("0123"))),
            ("{pin: {candidate: '12 3', reused: true}}", .pin(PINCandidate("12 3"), isReused: true)),
            ("{wait: P1DT1S}", PolicyDuration("P1DT1S").map { .wait($0) } ?? .wait(.zero)),
            ("{signIn: {account: 3ec2}}", .signIn(AccountID("3ec2"))),
            ("{signIn: 3ec2}", .signIn(AccountID("3ec2"))),
            ("{signOut: {account: none}}", .signOut(.noUser)),
            (
                "{switchIdentity: {to: 3ec2, level: ui, window: w}}",
                .switchIdentity(to: AccountID("3ec2"), window: "w")
            ),
            (
                "{switchIdentity: {to: none, level: process}}",
                .switchIdentity(to: .noUser, at: .process)
            ),
            ("{switchIdentity: {to: unset, level: task}}", .switchIdentity(to: nil, at: .task)),
            ("{switchIdentity: 3ec2}", .switchIdentity(to: AccountID("3ec2"))),
        ] as [(String, Question)]
    )
    func request(text: String, expected: Question) throws {
        #expect(try step(asking: text).question == expected)
    }

    private static var device: DeviceFacts {
        var device = DeviceFacts()
        device.osVersion = .reading("17.10")
        device.appVersion = .unreadable
        device.state(.model, as: .missing)
        return device
    }

    private static var access: AccessState {
        var access = AccessState()
        access.pinFailures = .known(3)
        return access
    }

    /// A field of a request, one of the words that it accepts, and the request that writes it.
    struct Word: Sendable, CustomTestStringConvertible {
        let field: Question.Field
        let value: Question.FieldValue
        let testDescription: String

        init(_ word: String, in rule: Question.FieldRule, of kind: Question.Kind, asList: Bool) {
            field = rule.field
            value = asList ? .words([word]) : .text(word)
            let others = kind.fields.filter { ($0.isRequired || $0.field == .view) && $0.field != rule.field }
            var fields = others.map { "\($0.field.rawValue): \(Self.sample(of: $0.form))" }
            // Each query exists for some types only.
            if let query = AppConfigurationQuery(rawValue: word), rule.field == .query, !query.exists(for: .string) {
                fields.append("type: bool")
            }
            let own = "\(rule.field.rawValue): \(word)"
            testDescription = "{\(kind.rawValue): {\((fields + [own]).joined(separator: ", "))}}"
        }

        private static func sample(of form: Question.Form) -> String {
            switch form {
            case .port: "443"
            case .word(_, let words), .words(_, let words): words[0]
            case .account, .identity: "none"
            default: "A"
            }
        }

        static let all: [Word] = Question.Kind.allCases.flatMap { kind in
            kind.fields.flatMap { rule -> [Word] in
                switch rule.form {
                case .word(_, let words): words.map { Word($0, in: rule, of: kind, asList: false) }
                case .words(_, let words): words.map { Word($0, in: rule, of: kind, asList: true) }
                default: []
                }
            }
        }
    }

    @Test("Every word that a request accepts is read", arguments: Word.all)
    func words(word: Word) throws {
        let step = try step(asking: word.testDescription)
        #expect(step.question.values[word.field] == word.value)
    }

    @Test("The only web view is the default view")
    func onlyView() throws {
        let files = ["policy.yaml": "demarc: 1\nviews: [{id: W, children: [{id: A}]}]", "one.yaml": "demarc: 1"]
        func view(_ scenario: String, policy: String = "../policy.yaml") throws -> String? {
            let result = readScenarios(scenarioFile(scenario, policy: policy), files: files)
            let file = try #require(result.file, "\(summary(result))")
            guard
                case .navigate(to: _, in: let view, frame: _, answer: _, isSameDocument: _)? = file.scenarios[0].steps
                    .last?.question
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
                "4:64 ambiguous-default «u» several web views: it is unclear which one navigates | add `view` with `A` or `B`"
            ]
        )
    }

    @Test("A copied item is pasted from the pasteboard, with the step's changes")
    func pasteboard() throws {
        let steps = """
            {name: n, steps: [{when: {copy: {from: E, characters: 7}}, then: {verdict: plain}},
              {when: {paste: {from: pasteboard, into: A}}, then: {verdict: allow}},
              {when: {paste: {from: pasteboard, into: A, characters: 3}}, then: {verdict: allow}}]}
            """
        let result = readScenarios(scenarioFile(steps))
        let file = try #require(result.file, "\(summary(result))")
        #expect(
            file.scenarios[0].steps.map(\.question) == [
                .copy(ClipboardItem(.text, characters: 7), from: .view("E")),
                .pasteCopied(into: .view("A")),
                .pasteCopied(characters: 3, into: .view("A")),
            ]
        )
        #expect(file.scenarios[0].steps.map(\.location.line) == [4, 5, 6])
        #expect(file.scenarios[0].steps.map(\.location.column) == [21, 3, 3])
    }
}
