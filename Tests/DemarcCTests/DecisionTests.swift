import CAllocationCounter
import CDemarc
import Demarc
import DemarcC
import TestSupport
import Testing

/// C gets the same answers as Swift.
@Suite("Decisions through C")
struct DecisionTests {
    private static let views = ["A", "D", "E"]
    private static let users = [nil, "dana@contoso.com", "dana@home.example", "", "nobody"]
    private static let frames: [(Int, Frame)] = [
        (DEMARC_TOP, .top), (DEMARC_SUB, .sub), (DEMARC_RESOURCE, .resource),
    ]

    private static func urls() throws -> [String] {
        let lines = try Repository.text("Examples/FiveViews/urls.txt").split(separator: "\n").map(String.init)
        let hostile = [
            "", "x", "https://", "https://a b/", "http://[::1]:99999/", "javascript:alert(1)", "about:blank", "data:,x",
            "blob:https://contoso.com/1", "https://contoso.com\\@evil.example/", "https://bücher.example/",
            "tel:1", "mailto:a@b", "ftp://hr.contoso.com/", "https://\u{0}/", String(repeating: "a", count: 5_000),
        ]
        #expect(lines.count > 5)
        return lines + hostile
    }

    private static func number(_ decision: Decision) -> [Int] {
        [
            [.block, .allow, .route, .allowEncrypted, .allowAsOrganizationData, .switchAccount, .plain, .protected]
                .firstIndex(of: decision.verdict) ?? -1,
            [
                nil, .view, .managedBrowser, .unmanagedBrowser, .managedApp, .unmanagedApp, .system, .installBrowser,
            ].firstIndex(of: decision.destination) ?? -1,
            [nil, .internal, .external, .blocked].firstIndex(of: decision.urlClass) ?? -1,
            [nil, .managed, .unmanaged].firstIndex(of: decision.page) ?? -1,
        ]
    }

    private static func number(_ answer: demarc_answer) -> [Int] {
        [answer.verdict, answer.destination, answer.url_class, answer.page].map { Int($0) }
    }

    @Test("Every navigation has the same answer, reasons, route, rule and explanation as in Swift")
    func navigation() throws {
        let world = try CWorld()
        var evaluator = world.swift.makeEvaluator()
        var allowed = 0
        for name in Self.views {
            let (view, swiftView) = (try world.view(name), try #require(world.swift.view(named: name)))
            for user in Self.users {
                for (frame, swiftFrame) in Self.frames {
                    for url in try Self.urls() {
                        let decision = evaluator.navigation(
                            to: url.utf8.span,
                            in: swiftView,
                            frame: swiftFrame,
                            identity: user.map { AccountID($0) }
                        )
                        let answer = world.navigate(url, in: view, as: user, frame: frame)
                        let what: Comment = "\(url.prefix(40)) in \(name) as \(user ?? "-"), frame \(frame)"
                        #expect(Self.number(answer) == Self.number(decision), what)
                        #expect(answer.reasonNames == decision.reasonCodes.map(\.rawValue), what)
                        let c = world.evaluator
                        let explanation = try evaluator.explanation(of: decision)
                        withUnsafePointer(to: answer) { answer in
                            #expect(
                                CWorld.text { demarc_reasons(c, answer, $0, $1, nil) }
                                    == decision.reasonCodes.map(\.rawValue).joined(separator: ","),
                                what
                            )
                            #expect(
                                CWorld.text { demarc_route(c, answer, $0, $1, nil) } == explanation.route ?? "",
                                what
                            )
                            #expect(
                                CWorld.text { demarc_url(c, answer, $0, $1, nil) } == explanation.url ?? "",
                                what
                            )
                            #expect(
                                CWorld.text { demarc_explain(c, answer, $0, $1, nil) }?.contains("\"url\":") == true,
                                what
                            )
                        }
                        let rule = explanation.reasons.lazy.compactMap(\.rule).first
                        if answer.rule != 0 {
                            #expect(CWorld.text { demarc_rule(c, answer.rule, 0, $0, $1, nil) } == rule?.id, what)
                        } else {
                            #expect(rule == nil, what)
                        }
                        allowed += answer.verdict == DEMARC_ALLOW ? 1 : 0
                    }
                }
            }
        }
        #expect(allowed > 50)
    }

    @Test("A navigation without options equals one with empty options")
    func withoutOptions() throws {
        let world = try CWorld()
        let c = world.evaluator
        func texts(_ answer: demarc_answer) -> [String?] {
            withUnsafePointer(to: answer) { answer in
                [
                    CWorld.text { demarc_reasons(c, answer, $0, $1, nil) },
                    CWorld.text { demarc_route(c, answer, $0, $1, nil) },
                    CWorld.text { demarc_url(c, answer, $0, $1, nil) },
                    CWorld.text { demarc_explain(c, answer, $0, $1, nil) },
                    CWorld.text { demarc_rule(c, answer.pointee.rule, 0, $0, $1, nil) },
                ]
            }
        }
        var (rules, pages) = (0, 0)
        for name in Self.views + ["nowhere"] {
            let view = name == "nowhere" ? try world.view("D") ^ 1 : try world.view(name)
            for url in try Self.urls() {
                let what: Comment = "\(url.prefix(40)) in \(name)"
                let expected = world.navigate(url, in: view)
                let expectedTexts = texts(expected)
                let answer = world.navigateWithoutOptions(url, in: view)
                #expect(Self.number(answer) == Self.number(expected), what)
                #expect(answer.reasonNames == expected.reasonNames && answer.rule == expected.rule, what)
                #expect(texts(answer) == expectedTexts, what)
                #expect(answer.reserved.0 != expected.reserved.0, what)
                #expect(answer.reserved.1 == expected.reserved.1 && answer.reserved.2 == expected.reserved.2, what)
                var reported = answer
                let status = demarc_did_navigate(world.engine, view, &reported, nil)
                #expect(name == "nowhere" || status == DEMARC_OK, what)
                rules += answer.rule != 0 ? 1 : 0
                pages += answer.reserved.4 != 0 ? 1 : 0
            }
        }
        #expect(rules > 5 && pages > 5)
    }

    @Test("Opening URLs, testing whether they open, and tunnels give the same answers as in Swift")
    func others() throws {
        let world = try CWorld()
        var evaluator = world.swift.makeEvaluator()
        let (view, swiftView) = (try world.view("D"), try #require(world.swift.view(named: "D")))
        for user in ["dana@contoso.com", "dana@home.example"] {
            let account = AccountID(user)
            for url in try Self.urls() {
                let bytes = Array(url.utf8)
                withOptions(user: user) { options in
                    var answer = demarc_answer.sized
                    #expect(demarc_open_url(world.evaluator, bytes, bytes.count, options, &answer, nil) == DEMARC_OK)
                    let opened = evaluator.open(url.utf8.span, identity: account)
                    #expect(Self.number(answer) == Self.number(opened))
                    #expect(demarc_can_open(world.evaluator, bytes, bytes.count, options, &answer, nil) == DEMARC_OK)
                    let canOpen = evaluator.canOpen(url.utf8.span, identity: account)
                    #expect(Self.number(answer) == Self.number(canOpen))
                }
            }
            for host in [
                "contoso.com", "evil.example", "[::1]", "a b", "", "10.20.0.1", "contoso.com:443",
                "contoso.sharepoint.com",
            ] {
                withOptions(user: user) { options in
                    var answer = demarc_answer.sized
                    let bytes = Array(host.utf8)
                    _ = demarc_connection(world.evaluator, view, bytes, bytes.count, 443, options, &answer, nil)
                    let decision = evaluator.connection(
                        to: host.utf8.span,
                        port: 443,
                        in: swiftView,
                        identity: account
                    )
                    #expect(Self.number(answer) == Self.number(decision), "\(host)")
                    let reasons = (try? evaluator.reasons(of: decision)) ?? []
                    let hasRule = reasons.contains { $0.rule != nil }
                    #expect((answer.rule != 0) == hasRule, "\(host)")
                }
            }
        }
    }

    @Test("A copy, its recorded owner and the paste have the same answers as in Swift")
    func clipboard() throws {
        let world = try CWorld()
        var evaluator = world.swift.makeEvaluator()
        func place(_ view: demarc_view) -> demarc_place {
            demarc_place(
                size: UInt32(MemoryLayout<demarc_place>.size),
                kind: UInt32(DEMARC_PLACE_VIEW),
                view: view,
                name: demarc_text()
            )
        }
        let account = AccountID("dana@contoso.com")
        for source in Self.views {
            for destination in Self.views {
                let from = place(try world.view(source))
                let into = place(try world.view(destination))
                let (swiftFrom, swiftInto) = (
                    Place.view(try #require(world.swift.view(named: source))),
                    Place.view(try #require(world.swift.view(named: destination)))
                )
                withOptions(user: "dana@contoso.com") { options in
                    var answer = demarc_answer.sized
                    withUnsafePointer(to: from) { from in
                        withUnsafePointer(to: into) { into in
                            _ = demarc_copy(world.evaluator, nil, from, options, &answer, nil)
                            let copied = evaluator.copy(ClipboardItem(), from: swiftFrom, identity: account)
                            #expect(Self.number(answer) == Self.number(copied))
                            _ = demarc_paste(world.evaluator, nil, from, into, options, &answer, nil)
                            let pasted = evaluator.paste(
                                ClipboardItem(),
                                from: swiftFrom,
                                into: swiftInto,
                                identity: account
                            )
                            #expect(Self.number(answer) == Self.number(pasted))
                            let owner = CWorld.text { demarc_owner(world.evaluator, from, options, $0, $1, nil) } ?? ""
                            let bytes = Array(owner.utf8)
                            bytes.withUnsafeBufferPointer { buffer in
                                var recorded = demarc_place()
                                recorded.size = UInt32(MemoryLayout<demarc_place>.size)
                                recorded.kind = UInt32(DEMARC_PLACE_OWNER)
                                recorded.name = demarc_text(bytes: buffer.baseAddress, count: buffer.count)
                                let status = demarc_paste(world.evaluator, nil, &recorded, into, options, &answer, nil)
                                #expect(status == DEMARC_OK, "\(owner)")
                                let later = evaluator.paste(
                                    ClipboardItem(),
                                    ownedBy: evaluator.owner(of: swiftFrom, identity: account),
                                    into: swiftInto,
                                    identity: account
                                )
                                #expect(Self.number(answer) == Self.number(later), "\(owner)")
                                #expect(
                                    demarc_copy(world.evaluator, nil, &recorded, options, &answer, nil)
                                        == DEMARC_INVALID
                                )
                            }
                        }
                    }
                }
            }
        }
    }

    @Test("Later answers are about the reported page; an older or forged answer is refused")
    func pages() throws {
        let world = try CWorld()
        let view = try world.view("D")
        let other = try CWorld()
        let first = world.navigate("https://contoso.com/1", in: view, as: "dana@contoso.com")
        let second = world.navigate("https://contoso.com/2", in: view, as: "dana@contoso.com")
        #expect(first.verdict == DEMARC_ALLOW && second.verdict == DEMARC_ALLOW)
        func report(_ answer: demarc_answer, _ engine: OpaquePointer, _ view: demarc_view) -> Int32 {
            withUnsafePointer(to: answer) { demarc_did_navigate(engine, view, $0, nil) }
        }
        #expect(report(second, world.engine, view) == DEMARC_OK)
        #expect(report(first, world.engine, view) == DEMARC_STALE)
        #expect(Int(report(second, other.engine, try other.view("D"))) == DEMARC_INVALID)
        for change: @Sendable (inout demarc_answer) -> Void in [
            { $0.reserved.1 ^= 1 << 40 }, { $0.reserved.2 ^= 1 }, { $0.reserved.3 += 1 }, { $0.reserved.4 ^= 2 },
        ] {
            var forged = second
            change(&forged)
            #expect(report(forged, world.engine, view) == DEMARC_INVALID)
        }
        // An answer that blocks does not change the page.
        #expect(report(world.navigate("https://a b/", in: view), world.engine, view) == DEMARC_OK)
    }

    @Test("A query about an answer other than the last is stale")
    func stale() throws {
        let (world, other) = (try CWorld(), try CWorld())
        let view = try world.view("D")
        let first = world.navigate("https://contoso.com/1", in: view, as: "dana@contoso.com")
        let second = world.navigate("https://contoso.com/2", in: view, as: "dana@contoso.com")
        func explain(_ answer: demarc_answer, _ evaluator: OpaquePointer) -> Int {
            withUnsafePointer(to: answer) { demarc_explain(evaluator, $0, nil, 0, nil) }
        }
        #expect(explain(second, world.evaluator) > 0)
        #expect(explain(first, world.evaluator) == DEMARC_STALE)
        #expect(explain(second, other.evaluator) == DEMARC_STALE)
        #expect(demarc_evaluator_rest(world.evaluator, nil) == DEMARC_OK)
        #expect(explain(second, world.evaluator) == DEMARC_STALE)
        // The policy is still in force, and so are the numbers of its rules.
        #expect(demarc_rule(world.evaluator, second.rule, 0, nil, 0, nil) > 0)
    }

    @Test(
        "A warm decision through C allocates nothing, even with a user and a frame",
        .enabled(if: demarc_allocation_counting_available(), "allocations cannot be counted in this process")
    )
    func allocations() throws {
        let world = try CWorld()
        let view = try world.view("D")
        let url = Array("https://www.contoso.com/a/b?c=d".utf8)
        withOptions(user: "dana@contoso.com", frame: DEMARC_SUB) { options in
            var answer = demarc_answer.sized
            var before: UInt64 = 0
            for round in 0..<20 {
                if round == 10 { before = UInt64(demarc_allocation_count()) }
                _ = demarc_navigate(world.evaluator, view, url, url.count, options, &answer, nil)
                _ = demarc_navigate(world.evaluator, view, url, url.count, nil, &answer, nil)
            }
            #expect(UInt64(demarc_allocation_count()) - before == 0)
            #expect(answer.reason_count > 0)
        }
    }
}
