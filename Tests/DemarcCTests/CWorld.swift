import ByteText
import CDemarc
import Demarc
import DemarcC
import PolicyFiles
import TestSupport
import Testing

/// An engine and an evaluator through the C ABI, and the same policy through Swift.
final class CWorld {
    let compiled: [UInt8]
    let swift: PolicyEngine
    let engine: OpaquePointer
    let evaluator: OpaquePointer

    /// Uses the policy of the five-view example unless another is given.
    init(yaml: String? = nil) throws {
        swift = PolicyEngine(try Self.policy(yaml))
        compiled = try Self.compiled(yaml)
        engine = try #require(Self.engine(compiled))
        evaluator = try #require(Self.evaluator(engine))
    }

    deinit {
        demarc_evaluator_free(evaluator)
        demarc_engine_free(engine)
    }

    static func policy(_ yaml: String?) throws -> CompiledPolicy {
        let result =
            if let yaml {
                PolicyDocumentReader(files: MemoryFiles([String: String]())).load(text: yaml, path: "policy.yaml")
            } else {
                PolicyDocumentReader(files: DiskFiles()).load(path: Repository.path("Examples/FiveViews/policy.yaml"))
            }
        return CompiledPolicy(try #require(result.document, "\(result.diagnostics)"))
    }

    static func compiled(_ yaml: String? = nil) throws -> [UInt8] {
        let file = try policy(yaml).compiledFile()
        return file.span.array
    }

    static func engine(_ compiled: [UInt8]) -> OpaquePointer? {
        var engine: OpaquePointer?
        let status = demarc_engine_open_memory(compiled, compiled.count, nil, &engine, nil)
        return status == DEMARC_OK ? engine : nil
    }

    static func evaluator(_ engine: OpaquePointer?) -> OpaquePointer? {
        var evaluator: OpaquePointer?
        return demarc_evaluator_make(engine, &evaluator, nil) == DEMARC_OK ? evaluator : nil
    }

    func view(_ name: String) throws -> demarc_view {
        var view: demarc_view = 0
        try #require(demarc_view_find(engine, Array(name.utf8), name.utf8.count, &view, nil) == DEMARC_OK)
        return view
    }

    func navigate(_ url: String, in view: demarc_view, as user: String? = nil, frame: Int = DEMARC_TOP) -> demarc_answer
    {
        var answer = demarc_answer.sized
        withOptions(user: user, frame: frame) { options in
            _ = demarc_navigate(evaluator, view, Array(url.utf8), url.utf8.count, options, &answer, nil)
        }
        return answer
    }

    /// The same without options.
    func navigateWithoutOptions(_ url: String, in view: demarc_view) -> demarc_answer {
        var answer = demarc_answer.sized
        _ = demarc_navigate(evaluator, view, Array(url.utf8), url.utf8.count, nil, &answer, nil)
        return answer
    }

    /// A text that a function writes like `snprintf`.
    static func text(_ write: (UnsafeMutablePointer<CChar>?, Int) -> Int) -> String? {
        let length = write(nil, 0)
        guard length >= 0 else { return nil }
        var buffer = [CChar](repeating: 1, count: length + 1)
        guard write(&buffer, length + 1) == length, buffer[length] == 0 else { return nil }
        return String(decoding: buffer.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// Lends options with a user and a frame.
func withOptions(user: String?, frame: Int = DEMARC_TOP, _ body: (UnsafePointer<demarc_options>?) -> Void) {
    var options = demarc_options()
    options.size = UInt32(MemoryLayout<demarc_options>.size)
    options.frame = UInt32(frame)
    guard let user else { return withUnsafePointer(to: options) { body($0) } }
    // An empty array has an address too, so an empty user counts as given.
    let bytes = Array(user.utf8) + [0]
    bytes.withUnsafeBufferPointer { buffer in
        options.user = demarc_text(bytes: buffer.baseAddress, count: bytes.count - 1)
        withUnsafePointer(to: options) { body($0) }
    }
}

extension demarc_answer {
    /// An answer with its size set, and all other fields different from their cleared values.
    static var sized: demarc_answer {
        var answer = demarc_answer()
        _ = withUnsafeMutableBytes(of: &answer) { $0.initializeMemory(as: UInt8.self, repeating: 0xAA) }
        answer.size = UInt32(MemoryLayout<demarc_answer>.size)
        return answer
    }

    /// Whether only the size is set.
    var isCleared: Bool {
        withUnsafeBytes(of: self) { $0.dropFirst(4).allSatisfy { $0 == 0 } }
    }

    var reasonNames: [String] {
        let numbers = [
            reasons.0, reasons.1, reasons.2, reasons.3, reasons.4, reasons.5, reasons.6, reasons.7,
        ]
        return numbers.prefix(Int(reason_count)).compactMap { number in
            CWorld.text { demarc_reason_name(UInt32(number), $0, $1) }
        }
    }
}

extension demarc_error {
    static var sized: demarc_error {
        var error = demarc_error()
        error.size = UInt32(MemoryLayout<demarc_error>.size)
        return error
    }

    /// The stable word.
    var word: String {
        withUnsafeBytes(of: code) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    /// The sentence for people.
    var sentence: String {
        withUnsafeBytes(of: message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
