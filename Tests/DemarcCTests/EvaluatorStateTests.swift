import CDemarc
import Demarc
import DemarcC
import Testing

/// What questions in JSON set and the other functions read, and the other way round.
@Suite("State of an evaluator in C")
struct EvaluatorStateTests {
    private static let yaml = """
        demarc: 1
        app: {id: com.contoso.app, multiIdentity: true}
        policies:
          strict:
            managedBrowserToOpenLinksRequired: true
            allowedOutboundDataTransferDestinations: managedApps
            allowedOutboundClipboardSharingLevel: managedApps
        accounts:
          - {account: dana@contoso.com, policy: strict}
          - {account: dana@home.example}
        ruleSets:
          places: {default: external, rules: [{id: intranet, class: internal, host: int.example}]}
        views:
          - {id: web, policy: unmanaged, isExternalURL: places}
          - {id: G, policy: currentIdentity, isExternalURL: places}
        """

    private let world: CWorld
    private let web: demarc_view
    private let managed: demarc_view

    init() throws {
        world = try CWorld(yaml: Self.yaml)
        web = try world.view("web")
        managed = try world.view("G")
    }

    /// The answer to a question in JSON; the code of the error if there is none.
    private func ask(_ question: String) -> String {
        let bytes = Array("{\"when\": \(question)}".utf8)
        var error = demarc_error.sized
        var text = [CChar](repeating: 0, count: 4_096)
        let length = demarc_ask(world.evaluator, bytes, bytes.count, nil, &text, text.count, &error)
        guard length >= 0 else { return error.word }
        return String(decoding: text.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private func place(_ kind: Int, view: demarc_view = 0) -> demarc_place {
        var place = demarc_place()
        place.size = UInt32(MemoryLayout<demarc_place>.size)
        (place.kind, place.view) = (UInt32(kind), view)
        return place
    }

    private func copy(_ view: demarc_view, as user: String? = nil) -> demarc_verdict {
        var (answer, from) = (demarc_answer.sized, place(DEMARC_PLACE_VIEW, view: view))
        withOptions(user: user) { _ = demarc_copy(world.evaluator, nil, &from, $0, &answer, nil) }
        return answer.verdict
    }

    /// What the evaluator answers where it matters who acts, by every function.
    private func verdicts(_ options: UnsafePointer<demarc_options>?) -> [Int] {
        let evaluator = world.evaluator
        let (url, host) = (Array("https://ext.example/".utf8), Array("ext.example".utf8))
        var native = place(DEMARC_PLACE_NATIVE)
        var answer = demarc_answer.sized
        var verdicts: [Int] = []
        func note(_ status: demarc_status) {
            #expect(status == DEMARC_OK)
            verdicts.append(Int(answer.verdict))
        }
        note(demarc_navigate(evaluator, managed, url, url.count, options, &answer, nil))
        note(demarc_open_url(evaluator, url, url.count, options, &answer, nil))
        note(demarc_connection(evaluator, managed, host, host.count, 443, options, &answer, nil))
        note(demarc_upload(evaluator, &native, web, options, &answer, nil))
        note(demarc_copy(evaluator, nil, &native, options, &answer, nil))
        var unmanaged = place(DEMARC_PLACE_VIEW, view: web)
        note(demarc_paste(evaluator, nil, &native, &unmanaged, options, &answer, nil))
        let owner = CWorld.text { demarc_owner(evaluator, &native, options, $0, $1, nil) } ?? ""
        verdicts.append(owner.hasPrefix("managed") ? 1 : 0)
        verdicts.append(Int(row(of: url, options).verdict))
        return verdicts
    }

    private func row(of url: [UInt8], _ options: UnsafePointer<demarc_options>?) -> demarc_row {
        var row = demarc_row()
        let offsets: [Int32] = [0, Int32(url.count)]
        url.withUnsafeBufferPointer { bytes in
            offsets.withUnsafeBytes { offsets in
                var batch = demarc_batch()
                batch.size = UInt32(MemoryLayout<demarc_batch>.size)
                batch.offset_bits = 32
                (batch.bytes, batch.byte_count) = (bytes.baseAddress, bytes.count)
                (batch.offsets, batch.count) = (offsets.baseAddress, 1)
                batch.row_size = MemoryLayout<demarc_row>.size
                #expect(demarc_navigate_batch(world.evaluator, managed, &batch, options, &row, nil) == DEMARC_OK)
            }
        }
        return row
    }

    @Test("The account of a task acts in every function of the evaluator, unless the question names a user")
    func task() {
        var asDana: [Int] = []
        withOptions(user: "dana@contoso.com") { asDana = verdicts($0) }
        let asNobody = verdicts(nil)
        #expect(zip(asDana, asNobody).allSatisfy { $0 != $1 }, "\(asDana) \(asNobody)")
        let switched = ask(#"{"switchIdentity": {"to": "dana@contoso.com", "level": "task"}}"#)
        #expect(switched.contains(#""verdict":"success""#))
        #expect(verdicts(nil) == asDana)
        withOptions(user: nil) { #expect(verdicts($0) == asDana) }
        withOptions(user: "none") { #expect(verdicts($0) == asNobody) }
        // Another evaluator has no part in it.
        let other = CWorld.evaluator(world.engine)
        defer { demarc_evaluator_free(other) }
        var answer = demarc_answer.sized
        let url = Array("https://ext.example/".utf8)
        #expect(demarc_navigate(other, managed, url, url.count, nil, &answer, nil) == DEMARC_OK)
        #expect(Int(answer.verdict) == asNobody[0])
        _ = ask(#"{"switchIdentity": {"to": "unset", "level": "task"}}"#)
        #expect(verdicts(nil) == asNobody)
    }

    @Test("The pasteboard has the last copy, by whichever function it was decided")
    func pasteboard() {
        let paste = #"{"paste": {"from": "pasteboard", "into": "app:com.example.other"}}"#
        #expect(ask(paste) == "empty-pasteboard")
        _ = ask(#"{"switchIdentity": "dana@contoso.com"}"#)
        #expect(ask(#"{"copy": {"from": "web"}}"#).contains(#""verdict":"plain""#))
        #expect(ask(paste).contains(#""verdict":"allow""#))
        #expect(copy(managed) == DEMARC_PROTECTED)
        #expect(ask(paste).contains(#""verdict":"block""#))
        #expect(copy(web) == DEMARC_PLAIN)
        #expect(ask(paste).contains(#""verdict":"allow""#))
        // A copy that is blocked leaves the pasteboard unchanged.
        #expect(copy(managed, as: "nobody") == DEMARC_BLOCK)
        #expect(ask(paste).contains(#""verdict":"allow""#))
        #expect(ask(#"{"copy": {"from": "G"}}"#).contains(#""verdict":"protected""#))
        #expect(ask(paste).contains(#""verdict":"block""#))
    }

    @Test("A window is opened by one function only, and named by others in vain")
    func windows() throws {
        let (engine, window) = (world.engine, Array("w".utf8))
        let account = Array("dana@contoso.com".utf8)
        let calls: [() -> Bool] = [
            { demarc_switch_identity(engine, account, account.count, 0, window, 1, nil) == DEMARC_UNKNOWN },
            { demarc_switch_identity(engine, nil, 0, 0, window, 1, nil) == DEMARC_UNKNOWN },
            { demarc_show_accounts(engine, nil, 0, 0, window, 1, nil) == DEMARC_UNKNOWN },
            { demarc_view_move(engine, web, 0, window, 1, nil) == DEMARC_UNKNOWN },
            {
                window.withUnsafeBufferPointer { name -> Bool in
                    var options = demarc_view_options()
                    options.size = UInt32(MemoryLayout<demarc_view_options>.size)
                    options.window = demarc_text(bytes: name.baseAddress, count: 1)
                    var view: demarc_view = 7
                    return demarc_view_add(engine, &options, &view, nil) == DEMARC_UNKNOWN && view == 0
                }
            },
            { ask(#"{"switchIdentity": {"to": "dana@contoso.com", "window": "w"}}"#) == "unknown-window" },
            { ask(#"{"switchIdentity": {"to": "unset", "window": "w"}}"#) == "unknown-window" },
        ]
        for (index, call) in calls.enumerated() {
            #expect(call(), "\(index)")
            #expect(demarc_window_open(engine, window, 1, nil) == DEMARC_OK, "\(index)")
            #expect(demarc_window_close(engine, window, 1, nil) == DEMARC_OK, "\(index)")
        }
    }

    @Test(
        "A view cannot have a name by which questions in JSON mean another place, or none",
        arguments: [
            ("native", false), ("pasteboard", false), ("account:dana@contoso.com", false), ("app:x", false),
            ("frame:web", false), ("", false), ("Native", true), ("apple", true), ("G2", true),
        ]
    )
    func names(name: String, isAccepted: Bool) {
        // An empty array has an address too, so an empty name counts as given.
        let bytes = Array(name.utf8) + [0]
        bytes.withUnsafeBufferPointer { buffer in
            var options = demarc_view_options()
            options.size = UInt32(MemoryLayout<demarc_view_options>.size)
            options.name = demarc_text(bytes: buffer.baseAddress, count: bytes.count - 1)
            var view: demarc_view = 7
            let status = demarc_view_add(world.engine, &options, &view, nil)
            #expect(Int(status) == (isAccepted ? DEMARC_OK : DEMARC_INVALID))
            #expect((view != 0) == isAccepted)
        }
    }

    @Test(
        "Only an answer that is one decision fills in the struct",
        arguments: [
            (#""when": {"setting": "print"}"#, true), (#""when": {"open": "tel:1"}"#, true),
            (#""given": {"user": "none"}, "when": {"setting": "print"}"#, false),
            (#""requests": [{"when": {"setting": "print"}}]"#, false),
            (#""when": {"switchIdentity": "dana@contoso.com"}"#, false),
            (#""when": {"pin": {"candidate": "4821"}}"#, false), (#""when": {"config": "a"}"#, false),
            (#""when": {"launch": {"at": "2026-11-23T12:00:00Z"}}"#, false),
            (#""when": {"unlock": {"by": "pin", "at": "2026-11-23T12:00:00Z"}}"#, false),
        ]
    )
    func answers(question: String, isDecision: Bool) {
        let bytes = Array("{\(question)}".utf8)
        var answer = demarc_answer.sized
        #expect(demarc_ask(world.evaluator, bytes, bytes.count, &answer, nil, 0, nil) > 0)
        #expect(answer.isCleared != isDecision)
    }

    @Test("A question that is too long has the code of the other hosts")
    func tooLong() {
        let url = String(repeating: "a", count: 1 << 20)
        #expect(ask(#"{"open": "\#(url)"}"#) == "question.tooLarge")
    }
}
