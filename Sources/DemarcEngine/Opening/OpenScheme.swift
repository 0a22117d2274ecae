import ByteText
import PolicyModel
import URLStandard

/// The kinds of scheme that opening tells apart.
enum OpenScheme: Sendable {
    /// `http` and `https`.
    case web
    /// `tel` and `telprompt`.
    case dialer
    /// `sms`, `imessage` and `ms-sms`.
    case messaging
    /// `mailto`.
    case mail
    /// A scheme that ends in `-intunemam`, which only managed apps handle.
    case twin
    /// Everything else.
    case other

    init(of url: borrowing URLRecord) {
        switch url.specialScheme {
        case .http?, .https?: self = .web
        case .ws?, .wss?, .ftp?, .file?: self = .other
        case nil: self = Self.named(url.scheme)
        }
    }

    private static func named(_ scheme: Span<UInt8>) -> OpenScheme {
        switch scheme.count {
        case 3 where scheme.isEqual(to: "tel".utf8.span): .dialer
        case 3 where scheme.isEqual(to: "sms".utf8.span): .messaging
        case 6 where scheme.isEqual(to: "mailto".utf8.span): .mail
        case 6 where scheme.isEqual(to: "ms-sms".utf8.span): .messaging
        case 8 where scheme.isEqual(to: "imessage".utf8.span): .messaging
        case 9 where scheme.isEqual(to: "telprompt".utf8.span): .dialer
        default: scheme.isTwinScheme ? .twin : .other
        }
    }
}

/// Who handles a scheme, as far as the request says it.
enum SchemeHandler: Sendable {
    /// The request does not say.
    case unknown
    /// A managed app, as the caller says. What the policy document declares counts for more.
    case managedApp
    /// This app, which has just been handed the URL.
    case thisApp
}

extension Span<UInt8> {
    /// Whether a scheme in lower case is the twin of another.
    var isTwinScheme: Bool {
        let suffix = TwinScheme.suffix
        let length = count - suffix.utf8.count
        return length > 0 && extracting(length...).isEqual(to: suffix.utf8.span)
    }
}
