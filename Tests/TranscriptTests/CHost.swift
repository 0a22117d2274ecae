import CDemarc
// The implementation of the header.
import DemarcC

/// A host that uses only the functions of `demarc.h`.
@safe struct CHost: TranscriptHost, ~Copyable {
    /// A failed call, with the header's error.
    struct Failed: Error, CustomStringConvertible {
        let status: demarc_status
        let code: String
        let message: String

        var description: String { "\(status) \(code): \(message)" }
    }

    // SAFETY: handles of the library; it checks every input, and this host frees each handle once.
    private let engine: OpaquePointer?
    private let evaluator: OpaquePointer?
    /// The answer to the last question, stored as a host would.
    private var answer = demarc_answer()

    init(policy: String, signedIn: [String]?) throws {
        let engine = unsafe try Self.open(policy, signedIn)
        var evaluator: OpaquePointer?
        do {
            try unsafe CHost.check { error in unsafe demarc_evaluator_make(engine, &evaluator, error) }
        } catch {
            _ = unsafe demarc_engine_free(engine)
            throw error
        }
        unsafe (self.engine, self.evaluator) = (engine, evaluator)
    }

    private static func open(_ policy: String, _ signedIn: [String]?) throws -> OpaquePointer? {
        var engine: OpaquePointer?
        var options = unsafe demarc_open_options()
        unsafe options.size = UInt32(MemoryLayout<demarc_open_options>.size)
        try unsafe TextsOfHost.lend(signedIn ?? []) { names, count in
            if signedIn != nil { unsafe (options.signed_in, options.signed_in_count) = (names, count) }
            try unsafe TextsOfHost.lend(policy) { path, length in
                try unsafe CHost.check { error in unsafe demarc_engine_open(path, length, &options, &engine, error) }
            }
        }
        return unsafe engine
    }

    deinit {
        _ = unsafe demarc_evaluator_free(evaluator)
        _ = unsafe demarc_engine_free(engine)
    }

    /// Makes a call and throws its error.
    private static func check(_ call: (UnsafeMutablePointer<demarc_error>) -> demarc_status) throws {
        var error = demarc_error()
        error.size = UInt32(MemoryLayout<demarc_error>.size)
        let status = unsafe call(&error)
        guard status != demarc_status(DEMARC_OK) else { return }
        throw Failed(status: status, code: text(of: &error.code), message: text(of: &error.message))
    }

    /// The zero-terminated text in an array of characters.
    private static func text<Characters>(of characters: inout Characters) -> String {
        unsafe withUnsafeBytes(of: &characters) { unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    // MARK: The engine

    func setApp(_ app: String) throws {
        try unsafe TextsOfHost.lend(app) { text, length in
            try unsafe CHost.check { error in unsafe demarc_engine_set_app(engine, text, length, error) }
        }
    }

    func setEnrolled(_ isEnrolled: Bool) throws {
        try unsafe CHost.check { error in unsafe demarc_engine_set_mdm_enrolled(engine, isEnrolled ? 1 : 0, error) }
    }

    func setInstalled(_ apps: [String]) throws {
        try unsafe TextsOfHost.lend(apps) { names, count in
            try unsafe CHost.check { error in unsafe demarc_engine_set_installed(engine, names, count, error) }
        }
    }

    func openWindow(_ name: String) throws {
        try unsafe TextsOfHost.lend(name) { text, length in
            try unsafe CHost.check { error in unsafe demarc_window_open(engine, text, length, error) }
        }
    }

    // MARK: Identities

    func switchIdentity(to account: String?, level: String) throws {
        try unsafe TextsOfHost.lend(account) { text, length in
            try unsafe CHost.check { error in
                unsafe demarc_switch_identity(engine, text, length, Self.level(level), nil, 0, error)
            }
        }
    }

    func showAccounts(_ accounts: [String], level: String) throws {
        try unsafe TextsOfHost.lend(accounts) { names, count in
            try unsafe CHost.check { error in
                unsafe demarc_show_accounts(engine, names, count, Self.level(level), nil, 0, error)
            }
        }
    }

    private static func level(_ name: String) -> demarc_level {
        demarc_level(name == "process" ? DEMARC_LEVEL_PROCESS : DEMARC_LEVEL_UI)
    }

    // MARK: Views

    private func find(_ name: String?) throws -> demarc_view {
        guard let name else { return 0 }
        var view: demarc_view = 0
        try unsafe TextsOfHost.lend(name) { text, length in
            try unsafe CHost.check { error in unsafe demarc_view_find(engine, text, length, &view, error) }
        }
        return view
    }

    func addView(_ view: AddedView) throws {
        var options = unsafe demarc_view_options()
        unsafe options.size = UInt32(MemoryLayout<demarc_view_options>.size)
        unsafe options.flags = view.isContainer ? UInt32(1) : 0
        unsafe options.policy = try Self.policy(view.policy)
        unsafe options.parent = try find(view.parent)
        unsafe options.opener = try find(view.opener)
        var added: demarc_view = 0
        try unsafe TextsOfHost.lend(view.name) { name, length in
            unsafe options.name = demarc_text(bytes: name, count: length)
            try unsafe TextsOfHost.lend(view.window) { window, length in
                unsafe options.window = demarc_text(bytes: window, count: length)
                try unsafe CHost.check { error in unsafe demarc_view_add(engine, &options, &added, error) }
            }
        }
    }

    func moveView(_ view: String, parent: String?, window: String?) throws {
        let (moved, parent) = (try find(view), try find(parent))
        try unsafe TextsOfHost.lend(window) { text, length in
            try unsafe CHost.check { error in unsafe demarc_view_move(engine, moved, parent, text, length, error) }
        }
    }

    func setPolicy(_ policy: String, of view: String) throws {
        let (view, policy) = (try find(view), try Self.policy(policy))
        try unsafe CHost.check { error in unsafe demarc_view_set_policy(engine, view, policy, error) }
    }

    private static func policy(_ name: String?) throws -> demarc_view_policy {
        switch name {
        case nil, "unset": demarc_view_policy(DEMARC_VIEW_UNSET)
        case "unmanaged": demarc_view_policy(DEMARC_VIEW_UNMANAGED)
        case "currentIdentity": demarc_view_policy(DEMARC_VIEW_CURRENT_IDENTITY)
        case "currentIdentityBlockUpload": demarc_view_policy(DEMARC_VIEW_CURRENT_IDENTITY_BLOCK_UPLOAD)
        case let name?: throw Failed(status: 0, code: "host", message: "there is no policy \(name)")
        }
    }

    func setDocument(_ url: String, of view: String) throws {
        let view = try find(view)
        try unsafe TextsOfHost.lend(url) { text, length in
            try unsafe CHost.check { error in unsafe demarc_view_set_document(engine, view, text, length, error) }
        }
    }

    func setPage(_ page: String, account: String?, of view: String) throws {
        let view = try find(view)
        let number =
            switch page {
            case "external": DEMARC_PAGE_EXTERNAL
            case "loadedFor": DEMARC_PAGE_LOADED_FOR
            default: DEMARC_PAGE_UNREPORTED
            }
        try unsafe TextsOfHost.lend(account) { text, length in
            try unsafe CHost.check { error in
                unsafe demarc_view_set_page(engine, view, UInt32(number), text, length, error)
            }
        }
    }

    // MARK: Questions

    mutating func ask(_ request: [UInt8]) throws -> [UInt8] {
        var given = demarc_answer()
        given.size = UInt32(MemoryLayout<demarc_answer>.size)
        // Too small for any answer, so the rest must be requested.
        var start = [CChar](repeating: 0, count: 16)
        var length = 0
        try unsafe request.withUnsafeBufferPointer { bytes in
            try unsafe CHost.check { error in
                length = unsafe demarc_ask(
                    evaluator,
                    bytes.baseAddress,
                    bytes.count,
                    &given,
                    &start,
                    start.count,
                    error
                )
                return length < 0 ? demarc_status(length) : demarc_status(DEMARC_OK)
            }
        }
        answer = given
        var text = [CChar](repeating: 0, count: length + 1)
        try unsafe CHost.check { error in
            let written = unsafe demarc_ask_text(evaluator, &text, text.count, error)
            return written == length ? demarc_status(DEMARC_OK) : demarc_status(min(written, -1))
        }
        let json = text.dropLast().map { UInt8(bitPattern: $0) }
        guard json.prefix(15).elementsEqual(start.prefix(15).map { UInt8(bitPattern: $0) }) else {
            throw Failed(status: 0, code: "host", message: "the answer does not begin as it began")
        }
        return json
    }

    mutating func didNavigate(_ view: String) throws {
        let view = try find(view)
        try unsafe CHost.check { error in unsafe demarc_did_navigate(engine, view, &answer, error) }
    }
}

/// Lends texts to calls; every pointer to this host's texts is created here.
private enum TextsOfHost {
    /// A text; a null pointer for none.
    static func lend<Result>(
        _ text: String?,
        _ body: (UnsafePointer<UInt8>?, Int) throws -> Result
    ) rethrows -> Result {
        guard let text else { return try body(nil, 0) }
        // An empty text counts as given, so it has an address too.
        let bytes = Array(text.utf8) + [0]
        // SAFETY: the bytes live until the call returns, which keeps no pointer to them.
        return try unsafe bytes.withUnsafeBufferPointer { try unsafe body($0.baseAddress, bytes.count - 1) }
    }

    /// Several texts together.
    static func lend<Result>(
        _ texts: [String],
        _ body: (UnsafePointer<demarc_text>?, Int) throws -> Result
    ) rethrows -> Result {
        var bytes: [UInt8] = []
        for text in texts { bytes += text.utf8 }
        bytes.append(0)
        return try unsafe bytes.withUnsafeBufferPointer { buffer in
            var lent: [demarc_text] = unsafe []
            var offset = 0
            for text in texts {
                // SAFETY: `bytes` contains every text in sequence, each with a zero.
                let start = unsafe buffer.baseAddress.map { unsafe $0 + offset }
                unsafe lent.append(demarc_text(bytes: start, count: text.utf8.count))
                offset += text.utf8.count
            }
            // An empty list counts as given, so it has an address too.
            unsafe lent.append(demarc_text(bytes: nil, count: 0))
            return try unsafe lent.withUnsafeBufferPointer { try unsafe body($0.baseAddress, texts.count) }
        }
    }
}
