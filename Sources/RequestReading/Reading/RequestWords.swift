import ByteText
import PolicyModel

/// What a method means for the reading of a request.
enum Method: Hashable, Sendable {
    /// A tunnel, or an extended CONNECT.
    case connect
    /// Any other method: it makes no difference to the decision.
    case other

    /// Reads a method.
    ///
    /// - Throws: ``RequestFault/methodInvalid`` if the text is not a token, or is `CONNECT` in another case: methods
    ///   are case-sensitive, but not to every server.
    init(_ text: Span<UInt8>) throws(RequestFault) {
        guard text.isToken else { throw .methodInvalid }
        guard text.isEqual(inLowerCase: "connect") else {
            self = .other
            return
        }
        for offset in text.indices where text[offset] != text[offset].upperCased { throw .methodInvalid }
        self = .connect
    }
}

/// What an `Upgrade` field or a `:protocol` pseudo-header requests.
enum Upgrade: Hashable, Sendable {
    case none, webSocket

    /// Reads the field.
    ///
    /// - Throws: ``RequestFault/upgradeH2C`` for HTTP/2 without TLS, even if listed among others;
    ///   ``RequestFault/upgradeUnknown`` for anything else that is not a WebSocket.
    init(_ value: [UInt8]?) throws(RequestFault) {
        guard let value, !value.isEmpty else {
            self = .none
            return
        }
        let text = value.span
        var start = 0
        var isWebSocket = true
        while start <= text.count {
            var end = start
            while end < text.count, text[end] != UInt8(ascii: ",") { end += 1 }
            let name = text.extracting(start..<end).withoutSpace
            if name.begins(inLowerCase: "h2c") { throw .upgradeH2C }
            if !name.isEqual(inLowerCase: "websocket") { isWebSocket = false }
            start = end + 1
        }
        guard isWebSocket else { throw .upgradeUnknown }
        self = .webSocket
    }
}

extension SchemeReading {
    /// Determines the schemes of a request.
    ///
    /// - Throws: ``RequestFault/schemeInvalid`` or ``RequestFault/schemesDiffer``.
    init(
        _ observed: borrowing ObservedRequest,
        _ target: RequestTarget,
        _ upgrade: Upgrade,
        _ method: Method,
        _ binding: RequestBinding
    ) throws(RequestFault) {
        let base: WebScheme
        var isUncertain = false
        switch binding.scheme {
        case .https: base = .https
        case .http: base = .http
        case .claimed:
            let proxy = try Self.claim(of: .proxy, observed)
            let client = try Self.claim(of: .client, observed)
            base = proxy ?? target.scheme ?? client ?? .https
            isUncertain = proxy == nil
        }
        // A forward proxy acts on an absolute-form target, so that scheme is never overruled.
        if let scheme = target.scheme, scheme.isSecure != base.isSecure { throw .schemesDiffer }
        let isSocket = upgrade == .webSocket
        scheme = isSocket || base.isSocket || target.scheme?.isSocket == true ? base.ofSocket : base.ofRequest
        self.isUncertain = isUncertain
        mayStayRequest = scheme.isSocket && method != .connect
    }

    /// The scheme that a claimant claims; nil if there is no such claim.
    private static func claim(
        of claimant: ObservedRequest.SchemeClaimant,
        _ observed: borrowing ObservedRequest
    ) throws(RequestFault) -> WebScheme? {
        var claimed: WebScheme?
        for claim in observed.schemes where claim.claimant == claimant {
            guard let scheme = WebScheme(claim.text.span) else { throw .schemeInvalid }
            if let claimed, claimed != scheme { throw .schemesDiffer }
            claimed = scheme
        }
        return claimed
    }
}

/// The values of `Sec-Fetch-Dest`, in the terms of the [Fetch
/// Standard](https://fetch.spec.whatwg.org/#concept-request-destination).
enum FetchDestination: String, CaseIterable, Hashable, Sendable {
    case document
    case frame, iframe, fencedframe, embed, object
    case audio, audioworklet, dictionary, empty, font, image, json, manifest, paintworklet, report, script,
        serviceworker
    case sharedworker, speculationrules, style, text, track, video, webidentity, websocket, worker, xslt

    /// Reads the value of the field, which is in lower case; nil for an unknown value, which counts as a page to be
    /// safe.
    init?(_ text: Span<UInt8>) {
        for destination in Self.allCases where text.isEqual(inLowerCase: destination.rawValue) {
            self = destination
            return
        }
        return nil
    }

    /// The kind of load.
    var frame: Frame {
        switch self {
        case .document: .top
        case .frame, .iframe, .fencedframe, .embed, .object: .sub
        default: .resource
        }
    }
}

extension Span<UInt8> {
    /// Whether the bytes are a [token](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.2).
    var isToken: Bool {
        for offset in indices {
            switch self[offset] {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "!"), UInt8(ascii: "#")...UInt8(ascii: "'"),
                UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "^")...UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
                continue
            default: return false
            }
        }
        return !isEmpty
    }

    /// Whether the bytes equal a lower-case text, ignoring their case.
    func isEqual(inLowerCase text: String) -> Bool { count == text.utf8.count && begins(inLowerCase: text) }

    /// Whether the bytes begin with a lower-case text, ignoring their case.
    func begins(inLowerCase text: String) -> Bool {
        guard count >= text.utf8.count else { return false }
        for (offset, byte) in zip(indices, text.utf8) where self[offset].asciiLowercased != byte { return false }
        return true
    }

    /// The bytes without surrounding spaces and tabs.
    var withoutSpace: Span<UInt8> {
        @_lifetime(copy self)
        get {
            var (start, end) = (0, count)
            while start < end, self[start].isSpaceOrTab { start += 1 }
            while end > start, self[end - 1].isSpaceOrTab { end -= 1 }
            return extracting(start..<end)
        }
    }
}

extension UInt8 {
    /// The byte in upper case if it is an ASCII letter; any other byte unchanged.
    fileprivate var upperCased: UInt8 { self >= UInt8(ascii: "a") && self <= UInt8(ascii: "z") ? self & ~0x20 : self }
}
