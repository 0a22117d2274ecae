extension ReasonCode {
    /// The rule or setting that causes a reason with this code.
    package var subject: ReasonSubject {
        switch self {
        // MARK: Navigation
        case .ruleBlocked, .ruleExternal, .ruleInternal, .connectionUndecided: .rule
        case .ruleLimit, .defaultBlocked, .defaultExternal, .defaultInternal,
            .transitionNone, .transitionPersonalAccount, .transitionPrivateWindow:
            .ruleSetDefault
        case .browserRequired, .browserNotRequired: .policySetting(.managedBrowserToOpenLinksRequired)
        case .browserCustom: .policySetting(.customBrowserProtocol)
        case .browserSafariOverride: .appSetting(.safariViewControllerBlockedOverride)
        case .viewTreatAllAsUnmanaged: .appSetting(.treatAllWebViewsAsUnmanaged)
        case .navigationHandledScheme: .appSetting(.webViewHandledURLSchemes)
        case .viewUnmanaged, .viewCurrentIdentity, .viewCurrentIdentityBlockUpload: .viewPolicy

        // MARK: Opening
        case .openRedirectInvalid: .policySetting(.customBrowserProtocol)
        case .openExempted: .policySetting(.exemptedAppProtocols)
        case .openBrowserNotRequired: .policySetting(.managedBrowserToOpenLinksRequired)
        case .openDialerAllApps, .openDialerManagedApps, .openDialerBlocked: .policySetting(.dialerRestrictionLevel)
        case .openDialerCustomApp, .openRedirectInvalidDialer: .policySetting(.customDialerAppProtocol)
        case .openMessagingAnyApp, .openMessagingAnyManagedApp, .openMessagingBlocked:
            .policySetting(.protectedMessagingRedirectAppType)
        case .openMessagingSpecificApps, .openRedirectInvalidMessaging: .policySetting(.messagingRedirectAppUrlScheme)
        case .openOutboundAllApps, .openOutboundNone, .openOutboundManagedApps, .openMail, .openMailNotInstalled,
            .openManagedAppKnown, .openManagedAppScheme, .openManagedAppDeclared:
            .policySetting(.allowedOutboundDataTransferDestinations)
        case .openIncomingNone, .openIncomingManagedApps: .policySetting(.allowedInboundDataTransferSources)
        case .openIncomingSender: .otherPolicySetting(.allowedOutboundDataTransferDestinations)
        case .canOpenNoQuerySchemes, .canOpenSchemeMissing, .canOpenSchemeNotRead, .canOpenTwinMissing:
            .appSetting(.queriesSchemes)

        // MARK: Universal links
        case .universalLinkOutboundAllApps: .policySetting(.allowedOutboundDataTransferDestinations)
        case .universalLinkManaged: .policySetting(.managedUniversalLinks)
        case .universalLinkExempted: .policySetting(.exemptedUniversalLinks)
        case .universalLinkNotAllowed: .policySetting(.allowedOutboundDataTransferDestinations)

        // MARK: Clipboard
        case .clipboardOutboundBlocked, .clipboardOutboundManagedApps, .clipboardOutboundManagedAppsWithPasteIn,
            .clipboardOutboundAllApps:
            .policySetting(.allowedOutboundClipboardSharingLevel)
        case .clipboardException: .policySetting(.allowedOutboundClipboardSharingExceptionLength)
        case .clipboardInboundBlocked, .clipboardInboundManagedApps, .clipboardInboundManagedAppsWithPasteIn,
            .clipboardInboundAllApps:
            .otherPolicySetting(.allowedOutboundClipboardSharingLevel)
        case .uploadOutboundNone, .uploadOutboundManagedApps, .uploadOutboundAllApps:
            .policySetting(.allowedOutboundDataTransferDestinations)
        case .uploadInboundNone, .uploadInboundManagedApps, .uploadInboundAllApps:
            .otherPolicySetting(.allowedOutboundDataTransferDestinations)

        // MARK: Storage
        case .savePlaceInbound: .otherPolicySetting(.allowedInboundDataTransferSources)
        case .saveOutboundNone, .saveOutboundAllApps: .policySetting(.allowedOutboundDataTransferDestinations)
        case .saveAllowed, .saveRestricted: .policySetting(.saveAsBlocked)
        case .saveLocationUnlisted, .savePhotoLibrary, .savePhotoLibraryAccount, .saveLocationListed,
            .saveLocationAccount:
            .policySetting(.allowedDataStorageLocations)
        case .openFromPlaceOutbound: .otherPolicySetting(.allowedOutboundDataTransferDestinations)
        case .openFromInboundNone, .openFromInboundAllApps: .policySetting(.allowedInboundDataTransferSources)
        case .openFromAllowed, .openFromRestricted: .policySetting(.blockDataIngestionIntoOrganizationDocuments)
        case .openFromLocationListed, .openFromLocationUnlisted, .openFromLocationAccount:
            .policySetting(.allowedDataIngestionLocations)

        // MARK: Sharing
        case .sendOutboundAllApps, .sendOutboundNone, .sendOutboundSameOrganization, .sendOutboundManagedApps:
            .policySetting(.allowedOutboundDataTransferDestinations)
        case .sendOpenInUnprotected: .policySetting(.disableProtectionOfManagedOutboundOpenInData)
        case .sendOpenInFiltered, .sendOpenInEncrypted: .policySetting(.filterOpenInToOnlyManagedApps)
        case .receiveInboundAllApps, .receiveInboundSameOrganization, .receiveInboundManagedApps, .receiveInboundNone:
            .policySetting(.allowedInboundDataTransferSources)
        case .receiveInboundProtected: .policySetting(.protectInboundDataFromUnknownSources)
        case .receiveOwnerOrganization: .policySetting(.allowedInboundDataTransferSources)
        case .receiveSenderAllApps, .receiveSenderOutbound, .receiveOwnerOutbound:
            .otherPolicySetting(.allowedOutboundDataTransferDestinations)
        case .receiveSwitchAccount: .appSetting(.multiIdentity)

        // MARK: Single settings
        case .settingPrintAllowed, .settingPrintBlocked: .policySetting(.printBlocked)
        case .settingContactSyncAllowed, .settingContactSyncBlocked: .policySetting(.contactSyncBlocked)
        case .settingWidgetSyncAllowed, .settingWidgetSyncBlocked: .policySetting(.allowWidgetContentSync)
        case .settingBackupAllowed, .settingBackupBlocked: .policySetting(.dataBackupBlocked)
        case .settingKeyboardsAllowed, .settingKeyboardsBlocked, .settingKeyboardsBlockedSignedIn:
            .policySetting(.thirdPartyKeyboardsBlocked)
        case .settingGenmojiAllowed, .settingGenmojiBlocked: .policySetting(.genmojiConfigurationState)
        case .settingWritingToolsAllowed, .settingWritingToolsBlocked: .policySetting(.writingToolsConfigurationState)
        case .settingSpotlightAllowed, .settingSpotlightBlocked, .settingSiriIntentsAllowed, .settingSiriIntentsBlocked,
            .settingAppIntentsAllowed, .settingAppIntentsBlocked, .settingScreenCaptureOutbound:
            .policySetting(.allowedOutboundDataTransferDestinations)
        case .settingScreenCaptureAllowed, .settingScreenCaptureBlocked:
            .policySetting(.screenCaptureConfigurationState)
        case .settingScreenCaptureAppConfig: .configurationKey(AppConfigurationDocument.screenCaptureKey)
        case .settingNotificationsAllowed, .settingNotificationsRestricted, .settingNotificationsBlocked:
            .policySetting(.notificationRestriction)
        case .settingFileEncryptionNotRequired, .settingFileEncryptionRequired: .policySetting(.appDataEncryptionType)

        // MARK: Conditional launch and access requirements
        case .launchPolicyRequired: .appSetting(.mamPolicyRequired)
        case .launchPolicyAbsent: .appSetting(.mamPolicyWarnAbsent)
        case .launchJailbroken: .policySetting(.deviceComplianceRequired)
        case .launchModel: .policySetting(.allowedIosDeviceModels)
        case .launchThreat: .policySetting(.maximumAllowedDeviceThreatLevel)
        case .launchPasscode: .policySetting(.appDataEncryptionType)
        case .launchAccount: .policySetting(.appActionIfUnableToAuthenticateUser)
        case .launchOfflineWipe: .policySetting(.periodOfflineBeforeWipeIsEnforced)
        case .launchOffline: .policySetting(.periodOfflineBeforeAccessCheck)
        case .launchClockedOut: .policySetting(.appActionIfAccountIsClockedOut)
        case .accessPINAttempts: .policySetting(.maximumPinRetries)
        case .accessCredentials: .policySetting(.organizationalCredentialsRequired)
        case .accessPINExpired: .policySetting(.periodBeforePinReset)
        case .accessPINUnset, .accessPINOrBiometric, .accessPIN: .policySetting(.pinRequired)
        case .accessPINTooShort: .policySetting(.minimumPinLength)
        case .accessPINNotNumeric, .accessPINOnlyDigits, .accessPINNotMixed: .policySetting(.pinCharacterSet)
        case .accessPINSimple: .policySetting(.simplePinBlocked)
        case .accessPINReused: .policySetting(.previousPinBlockCount)

        // MARK: No rule or setting
        case .urlInvalid, .urlAmbiguous, .urlReadingsDiffer, .connectionInspected, .identityUnmanaged, .identityUnknown,
            .viewUnknown, .windowUnknown, .viewNotAWebView,
            .navigationAbout, .navigationEmbedded, .navigationLocalScheme, .navigationSubresource, .ruleSetMissing,
            .ruleOpaqueOrigin, .delegateExternal, .delegateInternal, .delegateThrew, .delegateLate,
            .delegateUndecided, .delegateNoAnswer, .navigationUnclassified, .navigationNoAnswer, .browserManaged,
            .browserNotInstalled, .browserNotManaged, .browserUnroutable, .pageExternal, .pageExternalFrame,
            .pageUnmanagedIdentity, .pageUnmanagedView, .pageLoadedFor, .pageOwnerUnknown, .pageBlockUpload,
            .viewUnset, .openTwinMissing, .openAppNotManaged, .openWrappedInvalid, .openWrappedTooLong,
            .openWrappedNested, .openWrappedIdentity, .canOpenNotInstalled, .universalLinkNotInstalled,
            .clipboardUnmanaged, .clipboardSameAccount, .clipboardOutboundOtherApp, .clipboardInboundOtherApp,
            .clipboardBlockUpload, .clipboardOwnerUnknown, .uploadUnmanaged, .uploadSameAccount,
            .uploadOutboundOtherApp, .uploadBlockUpload, .saveAccountDocument, .openFromOrganization,
            .receiveSenderUnnamed, .identityLockDown, .configValue, .configDefault, .configAbsent, .configInvalid,
            .configToken, .configQuery, .configConflict, .launchOSTooOld, .launchOSTooNew, .launchAppTooOld,
            .launchSDKTooOld, .launchFactMissing, .launchFactUnreadable, .launchFactInapplicable, .launchMet,
            .accessPINAccepted:
            .nothing
        }
    }

    /// Whether the sentence of the code refers to a fact without naming it.
    package var namesFact: Bool {
        let codes: [ReasonCode] = [.launchFactMissing, .launchFactUnreadable, .launchFactInapplicable]
        return codes.contains(self)
    }

    /// Whether the reason is about a clipboard level that short texts are exempt from, and therefore includes their
    /// maximum length.
    package var namesCharacterLimit: Bool {
        let levels: [ReasonCode] = [
            .clipboardOutboundBlocked, .clipboardOutboundManagedApps, .clipboardOutboundManagedAppsWithPasteIn,
            .clipboardException,
        ]
        return levels.contains(self)
    }
}

/// The rule or setting that causes a reason.
package enum ReasonSubject: Hashable, Sendable {
    /// No rule or setting.
    case nothing
    /// The rule that decided.
    case rule
    /// The default of the rule set that was consulted.
    case ruleSetDefault
    /// The web-view policy of the view.
    case viewPolicy
    /// A setting of the app.
    case appSetting(AppSetting)
    /// A key of the app configuration of the account that the decision is about.
    case configurationKey(String)
    /// A setting of the policy that decides: that of the acting account, or of the side of a transfer whose table is
    /// evaluated.
    case policySetting(PolicySetting)
    /// A setting of the policy on the other side of a transfer: the destination's, the place's, the other app's.
    case otherPolicySetting(PolicySetting)
}
