/// Which of the reasons of a decision decided.
///
/// A decision notes its reasons in the order in which its table comes to them, and pays for nothing else. Which of them
/// decided follows from their codes, so it is found when somebody asks.
extension ReasonCode {
    /// The position of the code that decided; nil without codes.
    ///
    /// - Parameters:
    ///   - codes: The codes of a decision, in their order.
    ///   - verdict: Its verdict.
    /// - Returns: The first that decides by itself. What it is about, and what follows from it, is not counted. An obstacle
    ///   that turns an open into a block comes before all others. Of the two sides of a transfer that is blocked it is the
    ///   first that blocks.
    /// - Complexity: O(*n*) in the number of codes.
    package static func positionOfDeciding(_ codes: [ReasonCode], _ verdict: Verdict) -> Int? {
        let candidates = codes.indices.filter { codes[$0].role != .describes }
        guard let first = candidates.first else { return codes.isEmpty ? nil : 0 }
        func firstCandidate(_ isMeant: (Role) -> Bool) -> Int? { candidates.first { isMeant(codes[$0].role) } }
        guard verdict == .block else {
            return firstCandidate { $0 != .introduces && $0 != .obstructs } ?? first
        }
        if codes[first].role == .failsAlone { return first }
        return firstCandidate { $0 == .obstructs } ?? firstCandidate { $0 == .blocks }
            ?? firstCandidate { $0 != .introduces && $0 != .permits } ?? first
    }

    /// What a code is beside others.
    private enum Role {
        /// It decides where it comes first.
        case decides
        /// It says whose content or which view it is about, or what follows.
        case describes
        /// It leads to the next code, which decides; it decides where no other does.
        case introduces
        /// It is one condition of several, of which the first that fails decides.
        case failsAlone
        /// It makes a block of what the codes before it allow.
        case obstructs
        /// As one side of a transfer, it never blocks.
        case permits
        /// As one side of a transfer, it blocks whatever the organization of the other side is.
        case blocks
    }

    private var role: Role { Self.roles[self] ?? .decides }

    private static let roles: [ReasonCode: Role] = {
        var roles: [ReasonCode: Role] = [:]
        func set(_ role: Role, _ codes: [ReasonCode]) { for code in codes { roles[code] = role } }
        set(
            .describes,
            [
                .identityLockDown, .pageExternal, .pageExternalFrame, .pageUnmanagedIdentity, .pageUnmanagedView,
                .pageLoadedFor, .pageBlockUpload, .viewUnmanaged, .viewCurrentIdentity,
                .viewCurrentIdentityBlockUpload, .viewUnset, .viewTreatAllAsUnmanaged, .transitionPersonalAccount,
                .transitionPrivateWindow, .transitionNone,
            ]
        )
        set(
            .introduces,
            [
                .saveRestricted, .openFromRestricted, .sendOutboundManagedApps, .receiveInboundAllApps,
                .universalLinkManaged,
            ]
        )
        set(
            .failsAlone,
            [
                .canOpenNoQuerySchemes, .canOpenSchemeMissing, .canOpenSchemeNotRead, .canOpenTwinMissing,
                .canOpenNotInstalled,
            ]
        )
        set(
            .obstructs,
            [
                .browserUnroutable, .openRedirectInvalid, .openRedirectInvalidDialer, .openRedirectInvalidMessaging,
                .openAppNotManaged,
            ]
        )
        set(
            .permits,
            [
                .clipboardOutboundAllApps, .clipboardOutboundOtherApp, .clipboardException, .clipboardInboundAllApps,
                .clipboardInboundManagedAppsWithPasteIn, .clipboardInboundOtherApp, .uploadOutboundAllApps,
                .uploadOutboundOtherApp, .uploadInboundAllApps,
            ]
        )
        set(
            .blocks,
            [.clipboardOutboundBlocked, .clipboardInboundBlocked, .uploadOutboundNone, .uploadInboundNone]
        )
        return roles
    }()
}

extension Answer {
    /// The position in ``reasons`` of the reason that decided; nil without reasons.
    ///
    /// It is the first that says more than whose content or which view it is about, or what led to it. Of the two sides of
    /// a transfer that is blocked it is the first that blocks.
    public var decidedBy: Int? {
        verdict.flatMap { verdict in ReasonCode.positionOfDeciding(reasons.map(\.code), verdict) }
    }

    /// The reason that decided; nil without reasons.
    public var decidingReason: Reason? { decidedBy.map { reasons[$0] } }
}
