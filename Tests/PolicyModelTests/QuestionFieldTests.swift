import Testing

@testable import PolicyModel

@Suite("The fields of a question") struct QuestionFieldTests {
    private static let dana = AccountID("dana@contoso.com")

    private static let now = Instant(secondsSince1970: 1_795_435_200)

    private static let device: DeviceFacts = {
        var device = DeviceFacts()
        device.osVersion = .reading("17.4.1")
        device.appVersion = .unreadable
        device.hasPasscode = .inapplicable
        device.threats = .known(DeviceThreats(["defender": .low, "other": .high]))
        return device
    }()

    private static let access: AccessState = {
        var access = AccessState()
        access.lastCheckIn = .known(now)
        access.pinFailures = .known(3)
        access.state(.lastPIN, as: .missing)
        return access
    }()

    private static let questions: [Question] = [
        .navigate(to: "a:b"),
        .navigate(to: "a:b", in: "E", frame: .resource, answer: ExternalURLAnswer.noAnswer, isSameDocument: true),
        .open("a:b", isKnownManagedAppScheme: true), .canOpen("a:b"), .universalLink("a:b"), .incoming("a:b"),
        .connection(to: "a.b", port: 443), .connection(to: "[::1]", port: 1, in: "E", frame: .resource),
        .incoming("a:b", from: "com.a"), .copy(from: .native()),
        .copy(ClipboardItem(.file, characters: 1), from: .app("com.a")),
        .paste(from: .view("E"), into: .externalFrame("A")),
        .paste(ClipboardItem(characters: 3), from: .account(dana), into: .account(.noUser)),
        .pasteCopied(into: .native()), .pasteCopied(as: .image, into: .view("E")),
        .upload(from: .native(), into: "E"), .upload(from: .view("A"), into: "E", isExternalFrame: true),
        .save(to: .box), .save(to: .box, of: dana, ownedBy: .account(.noUser)),
        .save(to: .other, ownedBy: .place(.externalFrame("E"))), .openFrom(.camera),
        .openFrom(.box, of: dana, receivedBy: .noUser), .send(to: "com.a"),
        .send(to: "com.a", via: .openIn, ownedBy: .account(dana)),
        .send(to: "com.a", ownedBy: .place(.native())), .receive(from: "com.a"),
        .receive(from: "com.a", into: dana, ownedBy: .noUser), .appSharing(), .appSharing(of: dana),
        .setting(.print), .setting(.genmoji, of: .account(dana)), .setting(.print, of: .place(.view("E"))),
        .config("com.a.key"), .config("", as: .bool, query: .and, of: dana), .config("k", as: .number, query: .max),
        .launch(), .launch(of: dana, device: device, access: access, at: now), .unlock(by: [.pin]),
        .unlock(of: dana, by: [.credentials, .setPIN], device: device, access: access, at: now),
        .pin(PINCandidate("1235")), .pin(PINCandidate(""), isReused: true, of: dana), .wait(.zero),
        .signIn(dana), .signOut(.noUser), .switchIdentity(to: dana), .switchIdentity(to: nil, at: .task),
        .switchIdentity(to: .noUser, at: .ui, window: "w"),
    ]

    @Test("A question equals the one made from its fields", arguments: questions)
    func roundTrip(question: Question) {
        #expect(Question(question.kind, question.values) == question)
    }

    @Test("The fields are those of the question's table, in the table's forms", arguments: questions)
    func table(question: Question) {
        let values = question.values
        let rules = question.kind.fields
        #expect(Set(values.keys).isSubset(of: rules.map(\.field)))
        for rule in rules {
            guard let value = values[rule.field] else {
                #expect(!rule.isRequired, "\(rule.field)")
                continue
            }
            #expect(Self.fits(value, rule.form), "\(rule.field)")
        }
    }

    @Test("Without a required field there is no question", arguments: questions)
    func required(question: Question) {
        for rule in question.kind.fields where rule.isRequired {
            var values = question.values
            values[rule.field] = nil
            #expect(Question(question.kind, values) == nil, "\(rule.field)")
        }
    }

    @Test("Every kind of question has fields, and a short form only if one field is enough")
    func kinds() {
        #expect(Set(Self.questions.map(\.kind)) == Set(Question.Kind.allCases))
        let requiredCounts = Question.Kind.allCases.map { $0.fields.count { $0.isRequired } }
        #expect(requiredCounts.reduce(0, +) == 24, "the test of required fields asks about each")
        for kind in Question.Kind.allCases {
            let required = kind.fields.filter(\.isRequired).map(\.field)
            guard let short = kind.shortField else { continue }
            #expect(required == [short] || required.isEmpty, "\(kind)")
        }
    }

    @Test(
        "A place equals its text",
        arguments: [
            ("native", .native()), ("account:Dana@contoso.com", .account(dana)), ("account:none", .account(.noUser)),
            ("app:com.a", .app("com.a")), ("frame:E", .externalFrame("E")), ("E", .view("E")), ("", .view("")),
        ] as [(String, NamedPlace)]
    )
    func places(text: String, place: NamedPlace) {
        #expect(NamedPlace(text: text) == place)
        #expect(NamedPlace(text: place.name) == place)
        let isView = if case .view = place { true } else { false }
        #expect((PlaceWord.objection(toViewNamed: text) == nil) == isView, "a name that means another place is refused")
    }

    private static func fits(_ value: Question.FieldValue, _ form: Question.Form) -> Bool {
        switch (form, value) {
        case (.text, .text), (.boolean, .boolean), (.count, .count), (.port, .count), (.view, .text), (.window, .text),
            (.account, .account), (.identity, .account), (.identity, .unset), (.app, .app), (.place, .place),
            (.source, .place), (.source, .pasteboard), (.owner, .account), (.owner, .place), (.instant, .instant),
            (.duration, .duration), (.device, .device), (.access, .access), (.candidate, .candidate):
            true
        case (.page, .place(.view)), (.page, .place(.externalFrame)): true
        case (.word(_, let words), .text(let word)): words.contains(word)
        case (.words(_, let words), .words(let values)): Set(values).isSubset(of: words)
        default: false
        }
    }
}
