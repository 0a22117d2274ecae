import TestSupport
import Testing

/// A decision takes no lock, does not wait and calls through no existential. ``files`` lists the files that this
/// applies to, and ``exceptions`` the one exception.
@Suite("Decision path")
struct DecisionPathTests {
    /// The files that a decision runs through: every file below a folder, or those whose names end with the suffix.
    static let files: [(folder: String, suffix: String)] = [
        ("Sources/ByteText", ".swift"),
        ("Sources/URLStandard", ".swift"),
        ("Sources/URLMatching/Matcher", ".swift"),
        ("Sources/URLMatching/Basics", ".swift"),
        ("Sources/URLMatching/Scratch", ".swift"),
        ("Sources/URLMatching/Regex", "/RequiredLiterals.swift"),
        ("Sources/URLMatching/Host", ".swift"),
        ("Sources/URLMatching/LinkPattern", ".swift"),
        ("Sources/URLMatching/Site", ".swift"),
        ("Sources/URLMatching/URLFilter", ".swift"),
        ("Sources/URLMatching/Pattern", ".swift"),
        ("Sources/RuleIndex", ".swift"),
        ("Sources/DemarcEngine/Identity", "/ActingIdentity.swift"),
        ("Sources/DemarcEngine/Views", "/WebViewPolicyDelegate.swift"),
        ("Sources/DemarcEngine/Views", "/ResolvedView.swift"),
        ("Sources/DemarcEngine/Views", "/ViewTable.swift"),
        ("Sources/DemarcEngine/Views", "/WindowTable.swift"),
        ("Sources/DemarcEngine/State", "/EngineState.swift"),
        ("Sources/DemarcEngine/State", "/DecisionSerials.swift"),
        ("Sources/DemarcEngine/State", "/ManagedBrowserReach.swift"),
        ("Sources/DemarcEngine/State", "/RuleSetNames.swift"),
        ("Sources/DemarcEngine/Decisions", ".swift"),
        ("Sources/DemarcEngine/Places", ".swift"),
        ("Sources/DemarcEngine/Opening", ".swift"),
        ("Sources/DemarcEngine/UniversalLinks", ".swift"),
        ("Sources/DemarcEngine/Connections", ".swift"),
        ("Sources/RequestReading/Reading", ".swift"),
        ("Sources/RequestReading/Deciding", ".swift"),
        ("Sources/DemarcC/Functions", "/Questions.swift"),
        ("Sources/DemarcC/Functions", "/Batches.swift"),
        ("Sources/DemarcC/Memory", ".swift"),
        ("Sources/DemarcEngine/Launch", ".swift"),
        ("Sources/PolicyModel/Launch", ".swift"),
        ("Sources/DemarcEngine/Navigation", ".swift"),
        ("Sources/DemarcEngine/Clipboard", ".swift"),
        ("Sources/DemarcEngine/Transfer", ".swift"),
        ("Sources/DemarcEngine/Settings", ".swift"),
        ("Sources/DemarcEngine/Explaining", ".swift"),
    ]

    /// What a file on the path must not contain.
    enum Forbidden: String, CaseIterable {
        case existential, async, actor, lock, wait, lazyStatic

        var pattern: String {
            switch self {
            case .existential: #"\bany\s+[A-Z(~]"#
            case .async: #"\basync\b|\bawait\b"#
            case .actor: #"\bactor\b|@MainActor"#
            case .lock: #"\bMutex\b|\bwithLock\b|\b\w*Lock\s*\(|pthread_mutex|pthread_rwlock|\bflock\("#
            case .wait: #"\bDispatch(Queue|Semaphore|Group)\b|\b(NS)?Condition\b\s*\(\s*\)"#
            case .lazyStatic: #"\b(lazy|static)\s+var\s+\w+[^{]*=\s"#
            }
        }

        var why: String {
            switch self {
            case .existential: "an existential costs a call through a witness table, and often an allocation"
            case .async, .wait: "a decision never waits"
            case .actor: "a decision runs on the caller's thread"
            case .lock: "a decision takes no lock"
            case .lazyStatic: "a lazy or mutable static is initialised under a lock"
            }
        }
    }

    /// Files that need something forbidden, each with exactly what it needs.
    static let exceptions: [(suffix: String, allowed: Set<Forbidden>, why: String)] = [
        (
            "/WebViewPolicyDelegate.swift", [.existential, .async, .lock, .wait],
            "A delegate is the host's own code. It may hang, so it runs on a queue of its own, and a decision that asks "
                + "it waits until the deadline at most."
        )
    ]

    @Test("Each exception is needed", arguments: DecisionPathTests.exceptions.map(\.suffix))
    func exception(suffix: String) throws {
        let exception = try #require(Self.exceptions.first { $0.suffix == suffix })
        let files = Set(
            Self.files.flatMap { folder, suffix in
                Repository.swiftFiles(below: folder).filter { $0.hasSuffix(suffix) }
            }
        ).filter { $0.hasSuffix(suffix) }
        #expect(files.count == 1, "one file of the path ends in \(suffix)")
        for file in files {
            #expect(try Set(Self.problems(in: Repository.text(file)).keys) == exception.allowed)
        }
    }

    @Test("No file on the decision path locks, waits or uses an existential")
    func decisionPath() throws {
        for (folder, suffix) in Self.files {
            let files = Repository.swiftFiles(below: folder).filter { $0.hasSuffix(suffix) }
            #expect(!files.isEmpty, "no file below \(folder) ends in \(suffix): was it renamed?")
            for file in files {
                let allowed = Self.exceptions.first { file.hasSuffix($0.suffix) }?.allowed ?? []
                for (kind, line) in try Self.problems(in: Repository.text(file)) where !allowed.contains(kind) {
                    Issue.record("\(file):\(line): \(kind.why)")
                }
            }
        }
    }

    @Test(
        "Forbidden constructs on the decision path are found",
        arguments: [
            "var source: any FileSource", "func f(_ x: any ~Copyable)", "func f() async {}", "let x = await f()",
            "actor Store {}", "@MainActor func f() {}", "let state = Mutex(0)", "state.withLock { $0 += 1 }",
            "let lock = NSLock()", "pthread_mutex_lock(&m)", "DispatchQueue.global()",
            "let s = DispatchSemaphore(value: 0)",
            "let ready = NSCondition()",
            "static var cache = [1]", "lazy var table: [Int] = make()",
        ]
    )
    func found(source: String) throws {
        #expect(try Self.problems(in: source).count == 1)
    }

    @Test(
        "Similar-looking code passes",
        arguments: [
            "// any Thing may be async", "let company = many Values", "let text = \"any Thing\"",
            "let block = Block(1)",
            "let blocked = isBlocked(url)", "static var count: Int { 0 }", "static let digits: StaticString = \"09\"",
            "let transaction = reactor",
            "let host = Condition(key: .host, alternatives: hosts)",
        ]
    )
    func passes(source: String) throws {
        #expect(try Self.problems(in: source) == [:])
    }

    /// The forbidden things in a source, each with its first line.
    private static func problems(in source: String) throws -> [Forbidden: Int] {
        let text = SourceText(source)
        var problems: [Forbidden: Int] = [:]
        for kind in Forbidden.allCases {
            // Uses the simple kind of word boundary, because the default kind treats `state.withLock` as one word.
            problems[kind] = text.firstLine(matching: try Regex(kind.pattern).wordBoundaryKind(.simple))
        }
        return problems
    }
}
