import CDemarc
import Demarc
import DemarcC
import Testing

/// Input that no host may pass, but some do: it gives error codes and cleared answers, never a crash.
@Suite("Bad input to the C interface")
struct BadInputTests {
    /// Functions of an engine, with all other arguments right.
    private static let ofEngine: [(name: String, call: @Sendable (OpaquePointer?) -> Int)] = [
        ("reload_if_changed", { Int(demarc_engine_reload_if_changed($0, nil, nil)) }),
        ("reload_memory", { Int(demarc_engine_reload_memory($0, [1], 1, nil)) }),
        (
            "info",
            {
                var info = demarc_info()
                info.size = UInt32(MemoryLayout<demarc_info>.size)
                return Int(demarc_engine_info($0, &info, nil))
            }
        ),
        ("set_installed", { Int(demarc_engine_set_installed($0, nil, 0, nil)) }),
        ("set_browser_installed", { Int(demarc_engine_set_browser_installed($0, 1, nil)) }),
        ("set_mdm_enrolled", { Int(demarc_engine_set_mdm_enrolled($0, 1, nil)) }),
        ("set_app", { Int(demarc_engine_set_app($0, nil, 0, nil)) }),
        (
            "view_add",
            {
                var view: demarc_view = 7
                defer { #expect(view == 0) }
                return Int(demarc_view_add($0, nil, &view, nil))
            }
        ),
        (
            "view_find",
            {
                var view: demarc_view = 7
                defer { #expect(view == 0) }
                return Int(demarc_view_find($0, [0x45], 1, &view, nil))
            }
        ),
        ("view_move", { Int(demarc_view_move($0, 1, 0, nil, 0, nil)) }),
        ("view_remove", { Int(demarc_view_remove($0, 1, nil)) }),
        ("view_set_policy", { Int(demarc_view_set_policy($0, 1, 0, nil)) }),
        ("view_set_rule_set", { Int(demarc_view_set_rule_set($0, 1, nil, 0, nil)) }),
        ("view_set_document", { Int(demarc_view_set_document($0, 1, nil, 0, nil)) }),
        ("view_set_page", { Int(demarc_view_set_page($0, 1, 0, nil, 0, nil)) }),
        ("window_open", { Int(demarc_window_open($0, [0x45], 1, nil)) }),
        ("window_close", { Int(demarc_window_close($0, [0x45], 1, nil)) }),
        ("sign_in", { Int(demarc_sign_in($0, [0x45], 1, nil)) }),
        ("sign_out", { Int(demarc_sign_out($0, [0x45], 1, nil)) }),
        ("switch_identity", { Int(demarc_switch_identity($0, nil, 0, 0, nil, 0, nil)) }),
        ("show_accounts", { Int(demarc_show_accounts($0, nil, 0, 0, nil, 0, nil)) }),
        (
            "did_navigate",
            {
                var answer = demarc_answer()
                answer.size = 8
                return Int(demarc_did_navigate($0, 1, &answer, nil))
            }
        ),
        (
            "evaluator_make",
            {
                var evaluator = OpaquePointer(bitPattern: 7)
                defer { #expect(evaluator == nil) }
                return Int(demarc_evaluator_make($0, &evaluator, nil))
            }
        ),
    ]

    /// Questions, with all other arguments right.
    private static let questions:
        [(
            name: String,
            call:
                @Sendable (OpaquePointer?, UnsafeMutablePointer<demarc_answer>?, UnsafePointer<demarc_options>?) ->
                Int32
        )] = [
            ("navigate", { demarc_navigate($0, 1, [0x78], 1, $2, $1, nil) }),
            ("open_url", { demarc_open_url($0, [0x78], 1, $2, $1, nil) }),
            ("can_open", { demarc_can_open($0, [0x78], 1, $2, $1, nil) }),
            ("connection", { demarc_connection($0, 1, [0x78], 1, 443, $2, $1, nil) }),
            ("copy", { handle, answer, options in withPlace { demarc_copy(handle, nil, $0, options, answer, nil) } }),
            (
                "paste",
                { handle, answer, options in withPlace { demarc_paste(handle, nil, $0, $0, options, answer, nil) } }
            ),
            ("upload", { handle, answer, options in withPlace { demarc_upload(handle, $0, 1, options, answer, nil) } }),
        ]

    /// Texts of an evaluator.
    private static let texts:
        [(name: String, call: @Sendable (OpaquePointer?, UnsafeMutablePointer<CChar>?, Int) -> Int)] =
            [
                ("route", { handle, text, size in withAnswer { demarc_route(handle, $0, text, size, nil) } }),
                ("url", { handle, text, size in withAnswer { demarc_url(handle, $0, text, size, nil) } }),
                ("reasons", { handle, text, size in withAnswer { demarc_reasons(handle, $0, text, size, nil) } }),
                ("explain", { handle, text, size in withAnswer { demarc_explain(handle, $0, text, size, nil) } }),
                ("rule", { demarc_rule($0, 1, 0, $1, $2, nil) }),
                ("owner", { handle, text, size in withPlace { demarc_owner(handle, $0, nil, text, size, nil) } }),
                ("ask", { demarc_ask($0, [0x7B, 0x7D], 2, nil, $1, $2, nil) }),
                ("ask_text", { demarc_ask_text($0, $1, $2, nil) }),
            ]

    private static func withPlace<Result>(_ body: (UnsafePointer<demarc_place>) -> Result) -> Result {
        var place = demarc_place()
        place.size = UInt32(MemoryLayout<demarc_place>.size)
        place.kind = UInt32(DEMARC_PLACE_NATIVE)
        return withUnsafePointer(to: place) { body($0) }
    }

    private static func withAnswer<Result>(_ body: (UnsafePointer<demarc_answer>) -> Result) -> Result {
        withUnsafePointer(to: demarc_answer.sized) { body($0) }
    }

    // MARK: Handles

    @Test("Every function refuses a handle that is NULL, invented, freed or of the other kind")
    func handles() throws {
        let world = try CWorld()
        let compiled = world.compiled
        let freedEngine = CWorld.engine(compiled)
        let freedEvaluator = CWorld.evaluator(freedEngine)
        #expect(demarc_evaluator_free(freedEvaluator) == DEMARC_OK)
        #expect(demarc_engine_free(freedEngine) == DEMARC_OK)
        let made = [1, 8, Int.max, -1, 0x7FFF_FFFF_F000].map { OpaquePointer(bitPattern: $0) }
        for handle in [nil, world.evaluator, freedEngine] + made {
            for (name, call) in Self.ofEngine { #expect(call(handle) == DEMARC_HANDLE, "\(name)") }
        }
        for handle in [nil, world.engine, freedEvaluator] + made {
            for (name, call) in Self.questions {
                var answer = demarc_answer.sized
                #expect(Int(call(handle, &answer, nil)) == DEMARC_HANDLE, "\(name)")
                #expect(answer.isCleared, "\(name)")
            }
            for (name, call) in Self.texts {
                var text: [CChar] = [65, 65]
                #expect(call(handle, &text, 2) == DEMARC_HANDLE, "\(name)")
                #expect(text[0] == 0, "\(name)")
            }
            #expect(demarc_evaluator_rest(handle, nil) == DEMARC_HANDLE)
        }
        for handle in [world.evaluator, freedEngine] + made { #expect(demarc_engine_free(handle) == DEMARC_HANDLE) }
        for handle in [world.engine, freedEvaluator] + made { #expect(demarc_evaluator_free(handle) == DEMARC_HANDLE) }
        #expect(demarc_engine_free(nil) == DEMARC_OK)
        #expect(demarc_evaluator_free(nil) == DEMARC_OK)
    }

    @Test("A freed handle is not reused")
    func generations() throws {
        let compiled = try CWorld.compiled("demarc: 1\nviews:\n  - id: E\n")
        var seen: Set<OpaquePointer?> = []
        for _ in 0..<300 {
            let engine = CWorld.engine(compiled)
            #expect(engine != nil && seen.insert(engine).inserted)
            demarc_engine_free(engine)
        }
    }

    @Test("An evaluator outlives the handle of its engine")
    func outlives() throws {
        let compiled = try CWorld.compiled()
        let engine = CWorld.engine(compiled)
        let evaluator = CWorld.evaluator(engine)
        #expect(demarc_engine_free(engine) == DEMARC_OK)
        var answer = demarc_answer.sized
        #expect(demarc_open_url(evaluator, [0x78, 0x3A, 0x79], 3, nil, &answer, nil) == DEMARC_OK)
        #expect(demarc_evaluator_free(evaluator) == DEMARC_OK)
    }

    // MARK: Views

    @Test("A view of another engine, or of none, is unknown; a removed view blocks")
    func views() throws {
        let world = try CWorld()
        let other = try CWorld()
        let (view, foreign) = (try world.view("E"), try other.view("E"))
        #expect(view != foreign)
        for wrong: demarc_view in [0, 1, .max, foreign, view ^ 1 << 41] {
            var answer = demarc_answer.sized
            var error = demarc_error.sized
            let status = demarc_navigate(world.evaluator, wrong, [0x78], 1, nil, &answer, &error)
            #expect(status == DEMARC_UNKNOWN && error.word == "unknown-view" && answer.isCleared, "\(wrong)")
            #expect(demarc_view_remove(world.engine, wrong, nil) == DEMARC_UNKNOWN)
        }
        #expect(demarc_view_remove(world.engine, view, nil) == DEMARC_OK)
        let answer = world.navigate("https://contoso.com/", in: view)
        #expect(answer.verdict == DEMARC_BLOCK && answer.reasonNames == ["view.unknown"])
    }

    @Test("A view of another engine is unknown, however many engines came and went")
    func manyEngines() throws {
        let compiled = try CWorld.compiled("demarc: 1\nviews:\n  - id: E\n")
        func view(of engine: OpaquePointer?) -> demarc_view {
            var view: demarc_view = 0
            #expect(demarc_view_find(engine, [0x45], 1, &view, nil) == DEMARC_OK)
            return view
        }
        let engine = CWorld.engine(compiled)
        let own = view(of: engine)
        for _ in 0..<1_100 {
            let other = CWorld.engine(compiled)
            #expect(view(of: other) != own)
            demarc_engine_free(other)
        }
        demarc_engine_free(engine)
    }

    // MARK: Arguments

    @Test("An answer that is NULL, misaligned or without its size is refused, and blocks")
    func answers() throws {
        let world = try CWorld()
        for (name, call) in Self.questions {
            #expect(Int(call(world.evaluator, nil, nil)) == DEMARC_INVALID, "\(name)")
            for size: UInt32 in [0, 7, 4097, .max] {
                var answer = demarc_answer.sized
                answer.size = size
                #expect(Int(call(world.evaluator, &answer, nil)) == DEMARC_INVALID, "\(name) \(size)")
                #expect(answer.verdict == DEMARC_BLOCK, "\(name) \(size)")
            }
        }
        var bytes = [UInt64](repeating: 0, count: 20)
        let status = bytes.withUnsafeMutableBytes { buffer in
            let odd = (buffer.baseAddress.unsafelyUnwrapped + 4).assumingMemoryBound(to: demarc_answer.self)
            return demarc_navigate(world.evaluator, 1, [0x78], 1, nil, odd, nil)
        }
        #expect(status == DEMARC_INVALID)
    }

    @Test("Every question refuses an unknown option")
    func options() throws {
        let world = try CWorld()
        let changes: [(Int, @Sendable (inout demarc_options) -> Void)] = [
            (DEMARC_INVALID, { $0.size = 3 }), (DEMARC_INVALID, { $0.flags = 16 }),
            (DEMARC_INVALID, { $0.frame = 3 }), (DEMARC_INVALID, { $0.external_url = 4 }),
            (DEMARC_INVALID, { $0.user.count = 1 }), (DEMARC_INVALID, { $0.user.count = -1 }),
            (DEMARC_INVALID, { $0.window.count = 1 }),
        ]
        for (name, call) in Self.questions {
            for (index, (expected, change)) in changes.enumerated() {
                var options = demarc_options()
                options.size = UInt32(MemoryLayout<demarc_options>.size)
                change(&options)
                var answer = demarc_answer.sized
                #expect(Int(call(world.evaluator, &answer, &options)) == expected, "\(name) \(index)")
                #expect(answer.isCleared, "\(name) \(index)")
            }
        }
    }

    @Test(
        "A tunnel is for a page or a resource, and never for a frame",
        arguments: [(DEMARC_TOP, DEMARC_OK), (DEMARC_SUB, DEMARC_INVALID), (DEMARC_RESOURCE, DEMARC_OK)]
    )
    func tunnels(frame: Int, expected: Int) throws {
        let world = try CWorld()
        let (view, host) = (try world.view("D"), Array("contoso.com".utf8))
        withOptions(user: "dana@contoso.com", frame: frame) { options in
            var answer = demarc_answer.sized
            let status = demarc_connection(world.evaluator, view, host, host.count, 443, options, &answer, nil)
            #expect(Int(status) == expected)
            #expect(answer.isCleared == (expected == DEMARC_INVALID))
        }
    }

    @Test("A window that is not open is refused")
    func windows() throws {
        let world = try CWorld()
        let name = Array("main".utf8)
        #expect(demarc_window_close(world.engine, name, 4, nil) == DEMARC_UNKNOWN)
        #expect(demarc_window_open(world.engine, name, 0, nil) == DEMARC_INVALID, "no question can name it")
        #expect(demarc_window_open(world.engine, name, 4, nil) == DEMARC_OK)
        #expect(demarc_window_open(world.engine, name, 4, nil) == DEMARC_REFUSED)
        let account = Array("dana@contoso.com".utf8)
        #expect(demarc_switch_identity(world.engine, account, account.count, 0, name, 4, nil) == DEMARC_OK)
        #expect(demarc_window_close(world.engine, name, 4, nil) == DEMARC_OK)
        #expect(demarc_switch_identity(world.engine, account, account.count, 0, name, 4, nil) == DEMARC_UNKNOWN)
    }

    @Test(
        "An empty, truncated or altered policy is refused and leaves no handle",
        arguments: [(0, "empty-file"), (10, "truncated-file"), (500, "truncated-file"), (-1, "damaged-file")]
    )
    func policies(count: Int, code: String) throws {
        var bytes = try CWorld.compiled()
        if count >= 0 { bytes = Array(bytes.prefix(count)) } else { bytes[bytes.count / 2] ^= 1 }
        var engine = OpaquePointer(bitPattern: 7)
        var error = demarc_error.sized
        #expect(demarc_engine_open_memory(bytes, bytes.count, nil, &engine, &error) == DEMARC_POLICY)
        #expect(engine == nil)
        #expect(error.word == code && error.status == DEMARC_POLICY && !error.sentence.isEmpty)
    }

    @Test("A path that is not text, does not exist or is a folder is refused")
    func paths() {
        for (path, expected): ([UInt8], Int) in [
            ([], DEMARC_INVALID), ([0xFF], DEMARC_INVALID), (Array("/nowhere/at.all".utf8), DEMARC_POLICY),
            (Array("/tmp".utf8), DEMARC_POLICY), (Array("/etc/hostname\0x".utf8), DEMARC_POLICY),
            (Array("/etc/hostname".utf8), DEMARC_POLICY),
        ] {
            var engine: OpaquePointer?
            #expect(Int(demarc_engine_open(path, path.count, nil, &engine, nil)) == expected, "\(path)")
            #expect(engine == nil)
        }
    }
}
