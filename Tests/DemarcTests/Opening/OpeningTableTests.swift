import Demarc
import PolicyModel
import Testing

/// The engine against ``OpeningQuestion/expected``, over random settings and registries and every URL in each.
@Suite("Opening, against a second reading of its tables") struct OpeningTableTests {
    private static let schemes = [
        "foo", "foo-intunemam", "bar", "tel", "tel-intunemam", "sms", "sms-intunemam", "imessage-intunemam", "mailto",
        "ms-outlook", "ms-outlook-intunemam", "microsoft-edge-http", "microsoft-edge-https", "kiosk", "kiosks",
        "contosodial", "contososms", "http", "https", "data", "telprompt", "ms-sms", "mailto-intunemam",
    ]

    @Test("a hundred thousand questions")
    func questions() {
        var random = Dice(state: 7)
        var asked = 0
        var differences: [String] = []
        var codes: Set<String> = []
        for _ in 0..<600 {
            var question = Self.settings(&random)
            var world = OpeningWorld(question)
            for url in OpeningQuestion.urls {
                for identity in OpeningQuestion.Identity.allCases {
                    question.url = url
                    question.identity = identity
                    question.isKnown = random.isHeads
                    let expected = [question.expected, question.expectedCanOpen]
                    let (open, canOpen) = world.answers(question)
                    asked += 2
                    for (table, engine) in zip(expected, [open, canOpen]) {
                        codes.formUnion(engine.reasons)
                        guard table != engine, differences.count < 5 else { continue }
                        differences.append("\(question)\n  table:  \(table)\n  engine: \(engine)")
                    }
                }
            }
        }
        #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
        #expect(asked >= 100_000)
        // Each row and each reason is reached; the others need a wrapped URL.
        let all = ReasonCode.allCases.map(\.rawValue).filter {
            ($0.hasPrefix("open.") || $0.hasPrefix("canOpen.")) && !$0.hasPrefix("open.wrapped.")
                && !$0.hasPrefix("open.incoming.")
        }
        #expect(Set(all).subtracting(codes) == [])
    }

    private static func settings(_ random: inout Dice) -> OpeningQuestion {
        var question = OpeningQuestion()
        question.outbound = random.pick(["allApps", "managedApps", "managedApps", "managedApps", "none"])
        question.exempted = random.pick([[], [], ["skype;"], ["Bar://"], ["x; foo:", "data"], ["HTTP;mailto;tel"]])
        question.isBrowserRequired = random.isHeads
        question.customBrowser = random.pick([nil, nil, "kiosk", "no scheme"])
        question.dialer = random.pick(["allApps", "managedApps", "customApp", "customApp", "blocked"])
        question.dialerProtocol = random.pick([nil, "contosodial", "no scheme"])
        question.messaging = random.pick(["anyApp", "anyManagedApp", "specificApps", "specificApps", "blocked"])
        question.messagingScheme = random.pick([nil, "contososms", "no scheme"])
        question.linkedOn = random.pick([18, 26, 27, 28])
        let count = random.pick([0, 3, 12, 30, 60])
        question.queriedSchemes = (0..<count).map { _ in
            let scheme = random.pick(schemes + ["filler"])
            return random.isHeads ? scheme : scheme.uppercased()
        }
        question.hostMissesBrowser = random.pick([false, false, true])
        guard random.pick([false, true, true]) else { return question }
        question.apps = (0..<random.pick([0, 1, 3, 6])).map { position in
            OpeningQuestion.App(
                id: position == 2 ? "com.microsoft.msedge" : "app\(position)",
                isManaged: random.pick([true, true, false]),
                organization: random.pick(["contoso", "contoso", "contoso", "fabrikam", nil]),
                schemes: (0..<random.pick([0, 2, 8])).map { _ in random.pick(schemes) },
                isInstalled: random.pick([true, true, false])
            )
        }
        return question
    }
}

/// A small generator of pseudo-random numbers, the same in every run.
struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let mixed = (state ^ (state >> 29)) &* 0xBF58_476D_1CE4_E5B9
        return mixed ^ (mixed >> 32)
    }

    var isHeads: Bool { mutating get { next() & 1 == 0 } }

    mutating func pick<Value>(_ values: [Value]) -> Value { values[Int(next() % UInt64(values.count))] }
}
