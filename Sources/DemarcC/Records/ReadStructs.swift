import ByteText
import CDemarc
import DemarcEngine
import PolicyModel
import RequestReading

// Conversions of the caller's structs to the types of the engine.

extension RequestBinding {
    /// Reads a binding from the caller.
    init(_ binding: demarc_binding) throws(CallFailure) {
        let scheme: SchemeRule
        switch Int(unsafe binding.scheme) {
        case DEMARC_SCHEME_CLAIMED: scheme = .claimed
        case DEMARC_SCHEME_HTTPS: scheme = .https
        case DEMARC_SCHEME_HTTP: scheme = .http
        default: throw .invalid("there is no such binding scheme")
        }
        let absent = unsafe try CallerBytes(unsafe binding.absent_account)
        let absentAccount: AbsentAccount
        switch Int(unsafe binding.absent) {
        case DEMARC_ABSENT_BLOCKS: absentAccount = .block
        case DEMARC_ABSENT_LOCKS_DOWN: absentAccount = .lockDown
        case DEMARC_ABSENT_IS_ACCOUNT:
            guard absent.count > 0 else { throw .invalid("a binding has no account for requests that name none") }
            absentAccount = .account(AccountID(try absent.string()))
        default: throw .invalid("a binding cannot treat an absent account this way")
        }
        let fixed = unsafe try CallerBytes(unsafe binding.fixed_account)
        let view = unsafe try CallerBytes(unsafe binding.view)
        let (tunnels, frames, readings, sni) = unsafe (
            try Self.flag(binding.inspects_tunnels), try Self.flag(binding.believes_fetch_destination),
            try Self.flag(binding.proxy_normalizes), try Self.flag(binding.compares_sni)
        )
        self.init(
            view: try view.string(),
            scheme: scheme,
            absentAccount: absentAccount,
            fixedAccount: try fixed.stringIfGiven().map { AccountID($0) },
            comparesSNI: sni,
            tunnels: tunnels ? .inspected : .opaque,
            frames: frames ? .secFetch : .top,
            readings: readings ? .proxy : .all
        )
    }

    private static func flag(_ number: UInt32) throws(CallFailure) -> Bool {
        guard number <= 1 else { throw .invalid("a field of a binding is neither 0 nor 1") }
        return number == 1
    }
}

/// The contents of a binding, to compare with the binding that the caller passes next.
struct BindingContents: Sendable {
    private let numbers: InlineArray<7, UInt32>
    private let view: [UInt8]
    private let absentAccount: [UInt8]?
    private let fixedAccount: [UInt8]?

    init(_ binding: demarc_binding) throws(CallFailure) {
        unsafe numbers = Self.numbers(binding)
        view = unsafe try CallerBytes(binding.view).array
        absentAccount = unsafe try CallerBytes(binding.absent_account).arrayIfGiven
        fixedAccount = unsafe try CallerBytes(binding.fixed_account).arrayIfGiven
    }

    /// Whether another binding has the same contents; false if it cannot be read.
    func isEqual(to binding: demarc_binding) -> Bool {
        let others = unsafe Self.numbers(binding)
        for index in others.indices where others[index] != numbers[index] { return false }
        return unsafe Self.isEqual(binding.view, view) && Self.isEqual(binding.absent_account, absentAccount)
            && Self.isEqual(binding.fixed_account, fixedAccount)
    }

    private static func numbers(_ binding: demarc_binding) -> InlineArray<7, UInt32> {
        unsafe [
            binding.scheme, binding.absent, binding.compares_sni, binding.inspects_tunnels,
            binding.believes_fetch_destination, binding.proxy_normalizes, binding.reserved,
        ]
    }

    private static func isEqual(_ text: demarc_text, _ bytes: [UInt8]?) -> Bool {
        guard let text = unsafe try? CallerBytes(text) else { return false }
        guard let bytes else { return !text.isGiven }
        return text.isGiven && text.span.isEqual(to: bytes.span)
    }
}

extension ObservedRequest {
    /// More fields than any proxy accepts.
    private static var limit: Int { 1024 }

    /// Reads a request from the caller.
    init(_ request: demarc_request) throws(CallFailure) {
        unsafe self.init(
            method: try CallerBytes(unsafe request.method).array,
            target: try CallerBytes(unsafe request.target).array
        )
        let authorities = unsafe try CallerList(request.authorities, request.authority_count, limit: Self.limit)
        for position in unsafe 0..<authorities.count {
            let authority = unsafe authorities[position]
            guard let source = unsafe AuthoritySource(number: authority.source) else {
                throw .invalid("an authority has an unknown source")
            }
            unsafe add(authority: try CallerBytes(unsafe authority.text).array, from: source)
        }
        let schemes = unsafe try CallerList(request.schemes, request.scheme_count, limit: Self.limit)
        for position in unsafe 0..<schemes.count {
            let claim = unsafe schemes[position]
            guard unsafe claim.claimant <= UInt32(DEMARC_BY_PROXY) else {
                throw .invalid("a scheme has an unknown claimant")
            }
            let isProxy = unsafe Int(claim.claimant) == DEMARC_BY_PROXY
            unsafe self.claim(scheme: try CallerBytes(unsafe claim.scheme).array, by: isProxy ? .proxy : .client)
        }
        let accounts = unsafe try CallerList(request.accounts, request.account_count, limit: Self.limit)
        for position in unsafe 0..<accounts.count {
            unsafe claim(account: try CallerBytes(unsafe accounts[position]).array)
        }
        fetchDestination = unsafe try CallerBytes(unsafe request.fetch_destination).arrayIfGiven
        upgrade = unsafe try CallerBytes(unsafe request.upgrade).arrayIfGiven
        connectProtocol = unsafe try CallerBytes(unsafe request.protocol).arrayIfGiven
        guard unsafe request.fault != UInt32(DEMARC_NO_FAULT) else { return }
        guard let fault = unsafe RequestFault(number: request.fault) else {
            throw .invalid("there is no such fault")
        }
        note(fault)
    }
}

extension ObservedRequest.AuthoritySource {
    fileprivate init?(number: UInt32) {
        switch Int(number) {
        case DEMARC_FROM_TARGET: self = .target
        case DEMARC_FROM_HOST: self = .host
        case DEMARC_FROM_PSEUDO: self = .pseudo
        case DEMARC_FROM_FORWARDED: self = .forwarded
        case DEMARC_FROM_CONNECT: self = .connect
        case DEMARC_FROM_SNI: self = .sni
        default: return nil
        }
    }
}

extension ClipboardItem {
    /// Reads an item from the caller; NULL is a text whose length is not known.
    init(_ pointer: UnsafePointer<demarc_item>?) throws(CallFailure) {
        guard let item = unsafe try CallerStruct.read(pointer, demarc_item()) else {
            self.init()
            return
        }
        let kind: Kind
        switch Int(item.kind) {
        case DEMARC_ITEM_TEXT: kind = .text
        case DEMARC_ITEM_IMAGE: kind = .image
        case DEMARC_ITEM_FILE: kind = .file
        default: throw .invalid("there is no such kind of item")
        }
        self.init(kind, characters: Int(clamping: item.characters))
    }
}
