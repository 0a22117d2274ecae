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
        let candidates = codes.indices.lazy.filter { codes[$0].role != .describes }
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

    private var role: Role {
        switch self {
        case .identityLockDown, .configConflict, .launchFactInapplicable, .pageExternal, .pageExternalFrame,
            .pageUnmanagedIdentity,
            .pageUnmanagedView,
            .pageLoadedFor, .pageBlockUpload, .viewUnmanaged, .viewCurrentIdentity, .viewCurrentIdentityBlockUpload,
            .viewUnset, .viewTreatAllAsUnmanaged, .transitionPersonalAccount, .transitionPrivateWindow,
            .transitionNone:
            .describes
        case .saveRestricted, .openFromRestricted, .sendOutboundManagedApps, .receiveInboundAllApps,
            .universalLinkManaged:
            .introduces
        case .canOpenNoQuerySchemes, .canOpenSchemeMissing, .canOpenSchemeNotRead, .canOpenTwinMissing,
            .canOpenNotInstalled:
            .failsAlone
        case .browserUnroutable, .openRedirectInvalid, .openRedirectInvalidDialer, .openRedirectInvalidMessaging,
            .openAppNotManaged:
            .obstructs
        case .clipboardOutboundAllApps, .clipboardOutboundOtherApp, .clipboardException, .clipboardInboundAllApps,
            .clipboardInboundManagedAppsWithPasteIn, .clipboardInboundOtherApp, .uploadOutboundAllApps,
            .uploadOutboundOtherApp, .uploadInboundAllApps:
            .permits
        case .clipboardOutboundBlocked, .clipboardInboundBlocked, .uploadOutboundNone, .uploadInboundNone:
            .blocks
        case .urlInvalid, .urlAmbiguous, .urlReadingsDiffer, .connectionUndecided, .connectionInspected,
            .identityUnmanaged, .identityUnknown, .viewUnknown, .viewNotAWebView,
            .navigationAbout, .navigationHandledScheme, .navigationEmbedded, .navigationLocalScheme,
            .navigationSubresource, .ruleBlocked, .ruleExternal, .ruleInternal, .defaultBlocked, .defaultExternal,
            .defaultInternal, .ruleLimit, .ruleSetMissing, .ruleOpaqueOrigin, .delegateExternal, .delegateInternal,
            .delegateThrew, .delegateLate, .delegateUndecided, .delegateNoAnswer, .navigationUnclassified,
            .navigationNoAnswer, .browserRequired, .browserNotRequired, .browserManaged, .browserCustom,
            .browserNotInstalled, .browserSafariOverride, .browserNotManaged, .pageOwnerUnknown, .openExempted,
            .openBrowserNotRequired, .openDialerAllApps, .openDialerManagedApps, .openDialerCustomApp,
            .openDialerBlocked, .openMessagingAnyApp, .openMessagingAnyManagedApp, .openMessagingSpecificApps,
            .openMessagingBlocked, .openOutboundAllApps, .openOutboundNone, .openOutboundManagedApps, .openMail,
            .openMailNotInstalled, .openManagedAppKnown, .openManagedAppScheme, .openManagedAppDeclared,
            .openTwinMissing, .openWrappedInvalid, .openWrappedTooLong, .openWrappedNested, .openWrappedIdentity,
            .openIncomingNone, .openIncomingManagedApps, .openIncomingSender, .universalLinkOutboundAllApps,
            .universalLinkNotInstalled, .universalLinkExempted, .universalLinkNotAllowed, .clipboardUnmanaged,
            .clipboardSameAccount, .clipboardOutboundManagedApps, .clipboardOutboundManagedAppsWithPasteIn,
            .clipboardInboundManagedApps, .clipboardBlockUpload, .clipboardOwnerUnknown, .uploadUnmanaged,
            .uploadSameAccount, .uploadOutboundManagedApps, .uploadInboundManagedApps, .uploadBlockUpload,
            .savePlaceInbound, .saveOutboundNone, .saveOutboundAllApps, .saveAllowed, .saveAccountDocument,
            .saveLocationUnlisted, .savePhotoLibrary, .savePhotoLibraryAccount, .saveLocationListed,
            .saveLocationAccount, .openFromPlaceOutbound, .openFromInboundNone, .openFromInboundAllApps,
            .openFromAllowed, .openFromOrganization, .openFromLocationListed, .openFromLocationUnlisted,
            .openFromLocationAccount, .sendOutboundAllApps, .sendOutboundNone, .sendOutboundSameOrganization,
            .sendOpenInUnprotected, .sendOpenInFiltered, .sendOpenInEncrypted, .receiveInboundProtected,
            .receiveInboundSameOrganization, .receiveInboundManagedApps, .receiveInboundNone, .receiveSenderAllApps,
            .receiveSenderOutbound, .receiveSenderUnnamed, .receiveOwnerOrganization, .receiveOwnerOutbound,
            .receiveSwitchAccount, .settingPrintAllowed, .settingPrintBlocked, .settingContactSyncAllowed,
            .settingContactSyncBlocked, .settingWidgetSyncAllowed, .settingWidgetSyncBlocked, .settingBackupAllowed,
            .settingBackupBlocked, .settingKeyboardsAllowed, .settingKeyboardsBlocked,
            .settingKeyboardsBlockedSignedIn, .settingGenmojiAllowed, .settingGenmojiBlocked,
            .settingWritingToolsAllowed, .settingWritingToolsBlocked, .settingSpotlightAllowed,
            .settingSpotlightBlocked, .settingSiriIntentsAllowed, .settingSiriIntentsBlocked,
            .settingAppIntentsAllowed, .settingAppIntentsBlocked, .settingScreenCaptureAllowed,
            .settingScreenCaptureAppConfig, .settingScreenCaptureBlocked, .settingScreenCaptureOutbound,
            .settingNotificationsAllowed, .settingNotificationsRestricted, .settingNotificationsBlocked,
            .settingFileEncryptionNotRequired, .settingFileEncryptionRequired, .configValue, .configDefault,
            .configAbsent, .configInvalid, .configToken, .configQuery, .launchPolicyRequired, .launchPolicyAbsent,
            .launchOSTooOld, .launchOSTooNew, .launchAppTooOld, .launchSDKTooOld, .launchJailbroken, .launchModel,
            .launchThreat, .launchPasscode, .launchAccount, .launchOfflineWipe, .launchOffline, .launchClockedOut,
            .launchFactMissing, .launchFactUnreadable, .launchMet, .accessPINAttempts, .accessCredentials,
            .accessPINExpired, .accessPINUnset, .accessPINOrBiometric, .accessPIN, .accessPINAccepted,
            .accessPINTooShort, .accessPINNotNumeric, .accessPINOnlyDigits, .accessPINNotMixed, .accessPINSimple,
            .accessPINReused:
            .decides
        }
    }
}

extension Answer {
    /// The position in ``reasons`` of the reason that decided; nil without reasons.
    ///
    /// It is the first that says more than whose content or which view it is about, or what led to it. Of the two sides of
    /// a transfer that is blocked it is the first that blocks.
    public var decidedBy: Int? {
        // The first reason of an answer from the app configuration says what it is; others describe it.
        if case .configuration = outcome { return reasons.isEmpty ? nil : 0 }
        // Of a launch, the strictest comes first.
        if case .launch = outcome { return reasons.isEmpty ? nil : 0 }
        return verdict.flatMap { verdict in ReasonCode.positionOfDeciding(reasons.map(\.code), verdict) }
    }

    /// The reason that decided; nil without reasons.
    public var decidingReason: Reason? { decidedBy.map { reasons[$0] } }
}
