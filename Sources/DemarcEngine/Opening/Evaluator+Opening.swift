import ByteText
public import PolicyModel
import RuleIndex
import URLStandard

extension Evaluator {
    /// Whether a URL may be handed to the system, and where it opens. Corresponds to the SDK's `isURLAllowed`.
    ///
    /// <doc:Opening> has the table of rows.
    ///
    /// - Parameters:
    ///   - input: The URL in UTF-8.
    ///   - isKnownManagedAppScheme: Whether the caller knows that the scheme belongs to a managed app.
    ///   - identity: The acting account, which takes precedence over the identity levels; nil uses the levels.
    ///   - window: The window that the request comes from, whose user-interface identity applies; nil for none.
    /// - Returns: The decision. What cannot be decided is blocked, with the reason.
    /// - Complexity: O(*n*) in the bytes of the input and the number of exempted schemes; allocates nothing once warm.
    public mutating func open(
        _ input: Span<UInt8>,
        isKnownManagedAppScheme: Bool = false,
        identity: AccountID? = nil,
        in window: WindowID? = nil
    ) -> Decision {
        decide(in: window) { $0.decideOpen(input, isKnown: isKnownManagedAppScheme, actingAs: identity, &$1) }
    }

    /// Whether the app can know that a URL would open. Corresponds to the SDK's `canOpenURL`.
    ///
    /// - Parameters:
    ///   - input: The URL in UTF-8.
    ///   - isKnownManagedAppScheme: Whether the caller knows that the scheme belongs to a managed app.
    ///   - identity: The acting account, which takes precedence over the identity levels; nil uses the levels.
    ///   - window: The window that the request comes from, whose user-interface identity applies; nil for none.
    /// - Returns: The result of ``open(_:isKnownManagedAppScheme:identity:in:)`` if every condition is met; otherwise
    ///   `block`, with reasons for all conditions that failed.
    /// - Complexity: O(*n*) in the bytes of the input, the exempted and the queried schemes; allocates nothing once
    ///   warm.
    public mutating func canOpen(
        _ input: Span<UInt8>,
        isKnownManagedAppScheme: Bool = false,
        identity: AccountID? = nil,
        in window: WindowID? = nil
    ) -> Decision {
        decide(in: window) { $0.decideCanOpen(input, isKnown: isKnownManagedAppScheme, actingAs: identity, &$1) }
    }
}

/// The rows of the table for opening a URL outside this app; the first row that applies decides, and notes its reasons.
extension EngineState {
    /// Whether a URL may be handed to the system, and where it opens.
    ///
    /// - Parameters:
    ///   - input: The URL as it was given.
    ///   - isKnown: Whether the caller knows that the scheme belongs to a managed app.
    ///   - account: The acting account, which takes precedence over the identity levels; nil uses the levels.
    ///   - context: The request; intermediate results are written to it.
    /// - Returns: The outcome of the first row that applies.
    func decideOpen(
        _ input: Span<UInt8>,
        isKnown: Bool,
        actingAs account: AccountID?,
        _ context: inout DecisionContext
    ) -> Outcome {
        if let outcome = readURL(input, &context) { return outcome }  // Row 1.
        context.identity = actingIdentity(inWindow: context.window, as: account)
        context.noteLockDown(context.identity)
        switch context.identity {
        case .unknown: return context.block(reasonOfUnknown(inWindow: context.window, as: account))
        case .unmanaged: return context.open(.asked, in: .system, because: .identityUnmanaged)  // Row 2.
        case .managed(let identity):
            return decideManagedOpen(as: identity, handledBy: isKnown ? .managedApp : .unknown, &context)
        }
    }

    /// Rows 3 to 11, under a managed identity.
    func decideManagedOpen(
        as identity: ManagedIdentity,
        handledBy handler: SchemeHandler,
        _ context: inout DecisionContext
    ) -> Outcome {
        context.policy = identity.policy
        let outbound = settings(of: identity).outbound
        if case .managedApps = outbound,  // Row 3.
            policy.openingSettings[Int(identity.policy)].exemptedSchemes.contains(context.subject.url.scheme)
        {
            return context.open(.asked, in: .unmanagedApp, because: .openExempted)
        }
        let scheme = OpenScheme(of: context.subject.url)
        switch scheme {
        case .web:  // Row 4.
            if requiresBrowser(identity.policy) { return routeToBrowser(as: identity, &context) }
            return context.open(.asked, in: .system, because: .openBrowserNotRequired)
        case .dialer: return openDialer(as: identity, &context)  // Row 5.
        case .messaging: return openMessaging(as: identity, &context)  // Row 6.
        case .twin: if let outcome = blockTwin(as: identity, &context) { return outcome }
        case .mail, .other: break
        }
        switch outbound {
        case .allApps: return context.open(.asked, in: .system, because: .openOutboundAllApps)  // Row 7.
        case .none: return context.block(.openOutboundNone)  // Row 8.
        case .managedApps:
            if case .mail = scheme { return openMail(as: identity, &context) }  // Row 9.
            return openManagedApp(scheme, as: identity, handledBy: handler, &context)  // Rows 10 and 11.
        }
    }
}

extension EngineState {
    /// Rows 5 and 6 for a twin such as `tel-intunemam`: if no app at all may dial or send, no managed app may either.
    private func blockTwin(as identity: ManagedIdentity, _ context: inout DecisionContext) -> Outcome? {
        let settings = policy.openingSettings[Int(identity.policy)]
        switch OpenScheme(ofTwin: context.subject.url.scheme) {
        case .dialer where settings.dialer == .blocked: return context.block(.openDialerBlocked)
        case .messaging where settings.messaging == .blocked: return context.block(.openMessagingBlocked)
        case .web, .dialer, .messaging, .mail, .twin, .other: return nil
        }
    }
}

/// The kinds of scheme that opening distinguishes.
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

    /// The kind of the scheme that a twin stands for.
    init(ofTwin scheme: Span<UInt8>) {
        self = Self.named(scheme.extracting(..<(scheme.count - TwinScheme.suffix.utf8.count)))
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

/// Which app handles a scheme, according to the request.
enum SchemeHandler: Sendable {
    /// The request does not specify it.
    case unknown
    /// A managed app, according to the caller. The declarations of the policy document take precedence.
    case managedApp
    /// This app, which has just received the URL.
    case thisApp
}
