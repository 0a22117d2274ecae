/// Finds the reason that determined a decision.
///
/// A decision notes its reasons in the order in which its table finds them, and does no further work. Which of them
/// decided follows from their codes, so it is computed on demand.
extension ReasonCode {
    /// The position of the code that decided; nil if there are no codes.
    ///
    /// - Parameters:
    ///   - codes: The codes of a decision, in their order.
    ///   - verdict: Its verdict.
    ///   - ownerBlocks: Whether the owner's side of a transfer with two sides blocks. A level that keeps content in its
    ///     organization blocks or not depending on the destination, so the codes do not say this.
    /// - Returns: The first code that decides by itself, ignoring codes that describe the subject or a consequence; if
    ///   all of them do, the last. An obstacle that turns an open into a block comes before all others. If a transfer
    ///   with two sides is blocked, it is the first side that blocks.
    /// - Complexity: O(*n*) in the number of codes.
    package static func positionOfDeciding(
        _ codes: [ReasonCode],
        _ verdict: Verdict,
        ownerBlocks: Bool = false
    ) -> Int? {
        let isBlocked = verdict == .block
        var (first, obstructing, blocking, deciding) = (Int?.none, Int?.none, Int?.none, Int?.none)
        for position in codes.indices {
            let role = codes[position].role
            if role == .describes { continue }
            if first == nil, isBlocked, role == .failsAlone { return position }
            first = first ?? position
            if role == .obstructs { obstructing = obstructing ?? position }
            // The owner's side comes first.
            if role == .blocks || ownerBlocks { blocking = blocking ?? position }
            let isLeftOut = role == .introduces || role == (isBlocked ? .permits : .obstructs)
            if !isLeftOut { deciding = deciding ?? position }
        }
        // The narrowest description comes last.
        guard let first else { return codes.isEmpty ? nil : codes.count - 1 }
        return (isBlocked ? obstructing ?? blocking : nil) ?? deciding ?? first
    }

    /// The role of a code among others.
    private enum Role {
        /// It decides if it comes first.
        case decides
        /// It describes whose content or which view the decision is about, or what follows.
        case describes
        /// It leads to the next code, which decides; it decides if no other code does.
        case introduces
        /// It is one of several conditions; the first that fails decides.
        case failsAlone
        /// It turns what the codes before it allow into a block.
        case obstructs
        /// As one side of a transfer, it never blocks.
        case permits
        /// As one side of a transfer, it blocks regardless of the organization of the other side.
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
            .universalLinkManaged, .identityUnmanaged:
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
            .identityUnknown, .viewUnknown, .windowUnknown, .viewNotAWebView,
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
    /// The position in ``reasons`` of the reason that decided; nil if there are no reasons.
    ///
    /// It is the first reason that does more than describe whose content or which view the decision is about, or
    /// introduce another reason. If a transfer with two sides is blocked, it is the first side that blocks.
    public var decidedBy: Int? {
        // The first reason of an answer from the app configuration is the result; the others describe it.
        if case .configuration = outcome { return reasons.isEmpty ? nil : 0 }
        // For a launch, the strictest reason comes first.
        if case .launch = outcome { return reasons.isEmpty ? nil : 0 }
        return verdict.flatMap { verdict in
            ReasonCode.positionOfDeciding(reasons.map(\.code), verdict, ownerBlocks: ownerBlocks)
        }
    }

    /// The reason that decided; nil if there are no reasons.
    public var decidingReason: Reason? { decidedBy.map { reasons[$0] } }
}
