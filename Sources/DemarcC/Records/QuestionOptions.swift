import ByteText
import CDemarc
import DemarcEngine
import PolicyModel

/// The optional arguments of a question, in the types of the engine.
struct QuestionOptions {
    var flags: UInt32 = 0
    var frame = Frame.top
    var externalURL: ExternalURLAnswer?
    var user: AccountID?
    var window: WindowID?

    /// Whether a flag is set.
    @inline(__always)
    func has(_ flag: Int) -> Bool { flags & UInt32(truncatingIfNeeded: flag) != 0 }
}

extension EvaluatorRecord {
    /// The options of a question without any: the account of the evaluator's task acts, if it has one.
    var noOptions: QuestionOptions {
        @inline(__always) get { QuestionOptions(user: asking.task) }
    }

    /// Reads options; NULL is equivalent to all zeros.
    @inline(__always)
    mutating func options(_ pointer: UnsafePointer<demarc_options>?) throws(CallFailure) -> QuestionOptions {
        guard let given = unsafe try CallerStruct.read(pointer, demarc_options()) else { return noOptions }
        return unsafe try read(given)
    }

    private mutating func read(_ given: demarc_options) throws(CallFailure) -> QuestionOptions {
        var options = QuestionOptions()
        unsafe options.flags = try CallerStruct.flags(
            given.flags,
            known: DEMARC_SAME_DOCUMENT | DEMARC_KNOWN_MANAGED_APP | DEMARC_EXTERNAL_FRAME | DEMARC_INSPECTED
        )
        guard let frame = unsafe Frame(number: given.frame) else { throw .invalid("there is no such frame") }
        options.frame = frame
        options.externalURL = unsafe try Self.externalURL(given.external_url)
        options.user = try names.user(unsafe CallerBytes(given.user)) ?? asking.task
        options.window = try names.window(unsafe CallerBytes(given.window))
        if let window = options.window, !evaluator.isOpen(window) { throw .unknownWindow }
        return options
    }

    private static func externalURL(_ number: UInt32) throws(CallFailure) -> ExternalURLAnswer? {
        switch Int(number) {
        case DEMARC_URL_NOT_SAID: nil
        case DEMARC_URL_INTERNAL: .internal
        case DEMARC_URL_EXTERNAL: .external
        case DEMARC_URL_NO_ANSWER: ExternalURLAnswer.noAnswer
        default: throw .invalid("there is no such answer about a URL")
        }
    }
}

/// The account and the window that were named last.
///
/// PERF: hosts use the same names repeatedly, and a new string is an allocation.
struct KnownNames: Sendable {
    private var user: (bytes: [UInt8], account: AccountID)?
    private var window: (bytes: [UInt8], window: WindowID)?

    /// The account with a name; nil if none is given.
    mutating func user(_ name: CallerBytes) throws(CallFailure) -> AccountID? {
        guard name.isGiven else { return nil }
        if let user, name.span.isEqual(to: user.bytes.span) { return user.account }
        let account = AccountID(named: try name.string())
        user = (name.array, account)
        return account
    }

    /// The window with a name; nil if none is given.
    mutating func window(_ name: CallerBytes) throws(CallFailure) -> WindowID? {
        guard name.isGiven else { return nil }
        if let window, name.span.isEqual(to: window.bytes.span) { return window.window }
        let id = WindowID(try name.string())
        window = (name.array, id)
        return id
    }
}
