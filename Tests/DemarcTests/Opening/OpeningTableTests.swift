import Demarc
import PolicyModel
import TestSupport
import Testing

/// The engine against ``OpeningQuestion/expected``, over random settings and registries, with every URL in each.
@Suite("Opening compared with an oracle") struct OpeningTableTests {
    private static let schemes = [
        "foo", "foo-intunemam", "bar", "tel", "tel-intunemam", "sms", "sms-intunemam", "imessage-intunemam", "mailto",
        "ms-outlook", "ms-outlook-intunemam", "microsoft-edge-http", "microsoft-edge-https", "kiosk", "kiosks",
        "contosodial", "contososms", "http", "https", "data", "telprompt", "ms-sms", "mailto-intunemam",
    ]

    @Test("A hundred thousand questions equal the tables")
    func questions() throws {
        var random = SplitMix(seed: 7)
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
                    question.isKnown = random.once(in: 2)
                    let expected = [question.expected, question.expectedCanOpen]
                    let (open, canOpen) = try world.answers(question)
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
        // Each row and each reason is reached; the other reasons need a wrapped URL.
        let all = ReasonCode.allCases.map(\.rawValue).filter {
            ($0.hasPrefix("open.") || $0.hasPrefix("canOpen.")) && !$0.hasPrefix("open.wrapped.")
                && !$0.hasPrefix("open.incoming.")
        }
        #expect(Set(all).subtracting(codes) == [])
    }

    private static func settings(_ random: inout SplitMix) -> OpeningQuestion {
        var question = OpeningQuestion()
        question.outbound = random.one(of: ["allApps", "managedApps", "managedApps", "managedApps", "none"])
        question.exempted = random.one(of: [[], [], ["skype;"], ["Bar://"], ["x; foo:", "data"], ["HTTP;mailto;tel"]])
        question.isBrowserRequired = random.once(in: 2)
        question.customBrowser = random.one(of: [nil, nil, nil, "kiosk", "no scheme", "HTTP"])
        question.dialer = random.one(of: ["allApps", "managedApps", "customApp", "customApp", "blocked"])
        question.dialerProtocol = random.one(of: [nil, "contosodial", "contosodial", "no scheme", "JavaScript"])
        question.messaging = random.one(of: ["anyApp", "anyManagedApp", "specificApps", "specificApps", "blocked"])
        question.messagingScheme = random.one(of: [nil, "contososms", "contososms", "no scheme", "data"])
        question.linkedOn = random.one(of: [18, 26, 27, 28])
        let count = random.one(of: [0, 3, 12, 30, 60])
        question.queriedSchemes = (0..<count).map { _ in
            let scheme = random.one(of: schemes + ["filler"])
            return random.once(in: 2) ? scheme : scheme.uppercased()
        }
        question.hostMissesBrowser = random.one(of: [false, false, true])
        guard random.one(of: [false, true, true]) else { return question }
        question.apps = (0..<random.one(of: [0, 1, 3, 6])).map { position in
            OpeningQuestion.App(
                id: position == 2 ? "com.microsoft.msedge" : "app\(position)",
                isManaged: random.one(of: [true, true, false]),
                organization: random.one(of: ["contoso", "contoso", "contoso", "fabrikam", nil]),
                schemes: (0..<random.one(of: [0, 2, 8])).map { _ in random.one(of: schemes) },
                isInstalled: random.one(of: [true, true, false])
            )
        }
        return question
    }
}
