import TestSupport
import Testing

/// A decision takes no lock, waits for nobody and calls through no existential; see ``files`` for where that holds.
@Suite("Decision path")
struct DecisionPathTests {
    /// The files a decision runs through: every file below a folder, or those whose name ends as given.
    static let files: [(folder: String, suffix: String)] = [
        ("Sources/ByteText", ".swift"),
        ("Sources/URLStandard", ".swift"),
        ("Sources/URLMatching/Matcher", ".swift"),
        ("Sources/URLMatching/Literals", ".swift"),
        ("Sources/URLMatching/Host", ".swift"),
        ("Sources/URLMatching/Address", ".swift"),
        ("Sources/URLMatching/LinkPattern", ".swift"),
        ("Sources/URLMatching/Site", ".swift"),
        ("Sources/URLMatching/URLFilter", ".swift"),
        ("Sources/URLMatching/Pattern", ".swift"),
        ("Sources/RuleIndex", ".swift"),
        ("Sources/DemarcEngine/Identity", "/ActingIdentity.swift"),
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
        ("Sources/DemarcEngine/Navigation", ".swift"),
        ("Sources/DemarcEngine/Clipboard", ".swift"),
        ("Sources/DemarcEngine/Transfer", ".swift"),
        ("Sources/DemarcEngine/Settings", ".swift"),
        ("Sources/DemarcEngine/Explaining", ".swift"),
    ]

    /// What must not stand there, with the reason.
    static let forbidden: [(pattern: String, why: String)] = [
        (#"\bany\s+[A-Z(~]"#, "an existential costs a call through a witness table, and often an allocation"),
        (#"\basync\b|\bawait\b"#, "a decision never waits"),
        (#"\bactor\b|@MainActor"#, "a decision runs on the caller's thread"),
        (#"\bMutex\b|\bwithLock\b|\b\w*Lock\s*\(|pthread_mutex|pthread_rwlock|\bflock\("#, "a decision takes no lock"),
        (#"\bDispatch(Queue|Semaphore|Group)\b|\b(NS)?Condition\b\s*\(\s*\)"#, "a decision never waits"),
        (#"\b(lazy|static)\s+var\s+\w+[^{]*=\s"#, "a lazy or mutable static is initialised under a lock"),
    ]

    @Test("no file on the decision path locks, waits or uses an existential")
    func decisionPath() throws {
        for (folder, suffix) in Self.files {
            let files = Repository.swiftFiles(below: folder).filter { $0.hasSuffix(suffix) }
            #expect(!files.isEmpty, "no file below \(folder) ends in \(suffix): was it renamed?")
            for file in files {
                let problems = try Self.problems(in: Repository.text(file)).map { "\(file):\($0)" }
                #expect(problems.isEmpty, "\(problems.joined(separator: "\n"))")
            }
        }
    }

    @Test(
        "what must not stand on the decision path is found",
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
        "what only looks alike passes",
        arguments: [
            "// any Thing may be async", "let company = many Values", "let text = \"any Thing\"",
            "let block = Block(1)",
            "let blocked = isBlocked(url)", "static var count: Int { 0 }", "static let digits: StaticString = \"09\"",
            "let transaction = reactor",
            "let host = Condition(key: .host, alternatives: hosts)",
        ]
    )
    func passes(source: String) throws {
        #expect(try Self.problems(in: source) == [])
    }

    private static func problems(in source: String) throws -> [String] {
        let text = SourceText(source)
        return try forbidden.compactMap { pattern, why in
            // The simple kind of boundary: to the default one, `state.withLock` is one word.
            try text.firstLine(matching: Regex(pattern).wordBoundaryKind(.simple)).map { "\($0): \(why)" }
        }
    }
}
