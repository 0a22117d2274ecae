import Diagnostics

extension Reason {
    /// An English sentence that can be shown to a user.
    ///
    /// It is created when it is read, so that a decision that is not explained does not pay for it.
    public var message: String {
        var message = code.sentence(rule: rule?.id)
        if let characterLimit {
            message += " Text of up to \(Quoted.count(characterLimit, "character")) may leave."
        }
        if let hosts { message += " \(hosts)" }
        if let fact, code.namesFact { message += " It is `\(fact.rawValue)`." }
        if let limit { message += " The limit is \(limit)." }
        if let because = rule?.because { message += " \(because)" }
        return message
    }
}

extension ReasonCode {
    /// The meaning of the code, as a sentence.
    ///
    /// - Parameter rule: The id of the rule behind the reason, included if the sentence mentions a rule.
    /// - Returns: The sentence, with its period.
    public func sentence(rule: String? = nil) -> String {
        let rule = rule.map { "Rule “\($0)”" } ?? "A rule"
        return switch self {
        case .urlInvalid: "This is not a valid URL."
        case .urlAmbiguous:
            "Other software would read a different scheme, host or port in this URL than a browser does."
        case .urlReadingsDiffer:
            "Servers read this URL in different ways, and the decisions differ. \(rule) decides one of the readings."
        case .identityUnmanaged: "The account is not managed, so nothing is enforced for it."
        case .identityUnknown: "The policy does not contain the account, or the account is not signed in."
        case .viewUnknown: "The view does not exist, or no longer exists."
        case .windowUnknown: "The window is not open, so it is not known who acts in it."
        case .viewNotAWebView: "The view is a container and loads no URLs."
        case .navigationAbout: "An empty page has no content of its own."
        case .navigationHandledScheme: "The app's web views handle this scheme themselves."
        case .navigationEmbedded: "Embedded content belongs to the page that contains it."
        case .navigationLocalScheme: "Navigation to URLs with this scheme is never allowed."
        case .navigationSubresource: "Resources of an allowed page load."
        case .ruleBlocked: "\(rule) blocks this URL."
        case .ruleExternal: "\(rule) says that this URL is outside the organization."
        case .ruleInternal: "\(rule) says that this URL is an organizational location."
        case .defaultBlocked: "No rule matches, and unmatched URLs are blocked."
        case .defaultExternal: "No rule matches, and unmatched URLs count as outside the organization."
        case .defaultInternal: "No rule matches, and unmatched URLs count as organizational locations."
        case .ruleLimit:
            "The rules took too much work for this URL, and the answer depends on one that was not finished."
        case .ruleSetMissing: "The rule set of this view is not in the policy."
        case .ruleOpaqueOrigin: "This URL has no origin that rules could match."
        case .delegateExternal: "The app says that this URL is outside the organization."
        case .delegateInternal: "The app says that this URL is an organizational location."
        case .delegateThrew: "The app failed to say whether this URL is outside the organization."
        case .delegateLate: "The app did not say in time whether this URL is outside the organization."
        case .delegateUndecided: "The app leaves the answer to a rule set, and the view has none."
        case .delegateNoAnswer: "The app did not say whether this URL is outside the organization."
        case .navigationUnclassified:
            "Nothing distinguishes internal from external URLs for this view, so all count as internal."
        case .navigationNoAnswer: "Nothing determines whether this URL is outside the organization."
        case .transitionPersonalAccount: "It may be opened with a personal account."
        case .transitionPrivateWindow: "It may be opened in a private window."
        case .transitionNone: "No other way to open it is offered."
        case .browserRequired: "External links must open in the browser that the policy names."
        case .browserNotRequired: "External links may open in the app."
        case .browserManaged: "It opens in the managed browser."
        case .browserCustom: "It opens in the browser of the policy's custom protocol, where content is unmanaged."
        case .browserNotInstalled:
            "The managed browser must be installed first; an embedded managed viewer may be used instead."
        case .browserSafariOverride:
            "No managed browser can be reached for the acting account, and the app's embedded viewer is not managed."
        case .browserNotManaged:
            """
            No installed browser for it is managed for the acting account's organization, and several accounts at once \
            have none; an embedded managed viewer may be used.
            """
        case .browserUnroutable: "URLs with this scheme cannot be passed to a browser."
        case .openRedirectInvalid: "The custom browser protocol of the policy is not the URL scheme of an app."
        case .pageExternal: "External content is unmanaged while it is shown; in a frame, only that frame is unmanaged."
        case .pageExternalFrame: "An external frame is unmanaged, regardless of the page that contains it."
        case .pageUnmanagedIdentity: "No managed account acted when the page was loaded, so the page is unmanaged."
        case .pageUnmanagedView: "The view was unmanaged when the page was loaded, so the page is unmanaged."
        case .pageLoadedFor: "The page belongs to the account that it was loaded for."
        case .pageOwnerUnknown:
            "The account that the page was loaded for is no longer signed in or managed, so nothing goes in or out."
        case .pageBlockUpload: "The page was loaded in a view that blocks uploads."
        case .viewUnmanaged: "The view is marked as unmanaged."
        case .viewCurrentIdentity: "The view acts as the current account."
        case .viewCurrentIdentityBlockUpload: "The view acts as the current account, and uploads are blocked."
        case .viewUnset: "The view has no mark of its own and acts as the current account."
        case .viewTreatAllAsUnmanaged: "The view has no mark of its own, and the app treats such views as unmanaged."

        // MARK: Opening
        case .connectionUndecided:
            "What may pass through this tunnel depends on paths and queries that are not seen. \(rule) depends on them."
        case .connectionInspected: "Every request inside the tunnel is checked again."
        case .openExempted: "The policy exempts links of this scheme."
        case .openBrowserNotRequired: "Web links may open in any browser."
        case .openDialerAllApps: "Phone numbers may open in any app."
        case .openDialerManagedApps: "Phone numbers may open in managed apps only."
        case .openDialerCustomApp: "Phone numbers open in the dialer that the policy names."
        case .openDialerBlocked: "Phone numbers may not be opened."
        case .openMessagingAnyApp: "Messages may be written in any app."
        case .openMessagingAnyManagedApp: "Messages may be written in managed apps only."
        case .openMessagingSpecificApps: "Messages are written in the app that the policy names."
        case .openMessagingBlocked: "Messages may not be written in another app."
        case .openRedirectInvalidDialer:
            "The custom dialer of the policy is missing or is not the URL scheme of an app."
        case .openRedirectInvalidMessaging:
            "The messaging app of the policy is missing or is not the URL scheme of an app."
        case .openOutboundAllApps: "The policy lets links open any app."
        case .openOutboundNone: "The policy does not let links open other apps."
        case .openOutboundManagedApps: "Links may open managed apps only, and no managed app is known for this one."
        case .openMail: "Mail is written in the managed mail app."
        case .openMailNotInstalled: "No managed mail app of the organization is installed."
        case .openManagedAppKnown: "The app knows that a managed app opens this link."
        case .openManagedAppScheme: "Links of this scheme are for managed apps."
        case .openManagedAppDeclared: "A managed app of the organization opens this link."
        case .openTwinMissing:
            "A managed app of the organization handles this scheme, but not its managed twin, which makes sure that no other app opens the link."
        case .openAppNotManaged: "An app that may open this link is not managed for the organization."
        case .openWrappedInvalid: "The link from another app is not wrapped the way managed apps wrap links."
        case .openWrappedTooLong: "The link from another app is too long."
        case .openWrappedNested: "The link from another app is wrapped more than once."
        case .openWrappedIdentity: "The link from another app belongs to another account."
        case .openIncomingNone: "The policy accepts no links from other apps."
        case .openIncomingManagedApps: "The policy accepts links only from managed apps of the organization."
        case .openIncomingSender: "The sending app does not let its links go to an unmanaged account."
        case .canOpenNoQuerySchemes: "The app declares no query schemes."
        case .canOpenSchemeMissing: "The app does not declare this scheme as a query scheme."
        case .canOpenSchemeNotRead: "The app declares this scheme too late in its list for the system to read it."
        case .canOpenTwinMissing: "The app does not declare the managed twin of this scheme as a query scheme."
        case .canOpenNotInstalled: "No installed app opens this link."

        // MARK: Universal links
        case .universalLinkOutboundAllApps: "The policy lets universal links open any app."
        case .universalLinkManaged: "The policy lists this link for managed apps."
        case .universalLinkNotInstalled: "No managed app of the organization that opens this link is installed."
        case .universalLinkExempted: "The policy exempts this link."
        case .universalLinkNotAllowed: "The link may not open an app, so it loads as a web page."

        // MARK: Clipboard
        case .clipboardUnmanaged: "Neither side is managed, so the clipboard is not restricted."
        case .clipboardSameAccount: "The content stays with the same account in the same app."
        case .clipboardOutboundBlocked:
            "The policy of the owner keeps copied content in the account and app that it comes from."
        case .clipboardOutboundManagedApps:
            "The policy of the owner shares copied content within its organization only."
        case .clipboardOutboundManagedAppsWithPasteIn:
            "The policy of the owner shares copied content within its organization only, and lets anything in."
        case .clipboardOutboundAllApps: "The policy of the owner shares copied content with every app."
        case .clipboardOutboundOtherApp:
            "The content comes from another managed app, which protects it by its own policy."
        case .clipboardInboundBlocked:
            "The policy of the destination accepts only what the same account copied in the same app."
        case .clipboardInboundManagedApps:
            "The policy of the destination accepts only content from its own organization."
        case .clipboardInboundManagedAppsWithPasteIn: "The policy of the destination lets anything be pasted in."
        case .clipboardInboundAllApps: "The policy of the destination does not restrict the clipboard."
        case .clipboardInboundOtherApp: "The content goes to another managed app, which decides by its own policy."
        case .clipboardException: "The policy of the owner makes an exception for short texts."
        case .clipboardBlockUpload: "Nothing may be pasted into this view."
        case .clipboardOwnerUnknown:
            "The owner of this content can no longer be determined, so the content stays where it is."
        case .uploadUnmanaged: "Neither the content nor the page is managed."
        case .uploadSameAccount: "The content and the page belong to the same account in the same app."
        case .uploadOutboundNone: "The policy of the owner does not let its data go to another account or app."
        case .uploadOutboundManagedApps: "The policy of the owner lets its data go within its organization only."
        case .uploadOutboundAllApps: "The policy of the owner lets its data go anywhere."
        case .uploadOutboundOtherApp: "The content comes from another managed app, which has its own policy."
        case .uploadInboundNone: "The policy of the page accepts only content of the same account in this app."
        case .uploadInboundManagedApps: "The policy of the page accepts only content from its own organization."
        case .uploadInboundAllApps: "The policy of the page accepts any data."
        case .uploadBlockUpload: "Nothing may be uploaded through this view."

        // MARK: Storage
        case .savePlaceInbound: "The account that owns the place accepts nothing from outside its organization."
        case .saveOutboundNone: "The policy does not let copies of organization data be saved."
        case .saveOutboundAllApps: "The policy lets organization data go anywhere."
        case .saveAllowed: "The policy lets copies be saved anywhere."
        case .saveRestricted: "The policy restricts where copies of organization data are saved."
        case .saveAccountDocument: "The place belongs to the account that owns the data."
        case .saveLocationUnlisted: "Copies may not be saved to this location."
        case .savePhotoLibrary: "Copies may be saved to the photo library."
        case .savePhotoLibraryAccount:
            "Copies may be saved to the photo library of the device only, not to that of an account."
        case .saveLocationListed: "Copies may be saved to this location."
        case .saveLocationAccount:
            """
            Copies may be saved to this location only under an account of the organization; to the app's own storage, \
            only under the account that owns the data.
            """
        case .openFromPlaceOutbound: "The account that owns the place lets nothing leave its organization."
        case .openFromInboundNone: "The policy does not let data be opened from elsewhere."
        case .openFromInboundAllApps: "The policy lets data come in from anywhere."
        case .openFromAllowed: "The policy lets data be opened from anywhere."
        case .openFromRestricted: "The policy restricts where data is opened from."
        case .openFromOrganization: "The place is inside the organization."
        case .openFromLocationListed: "Data may be opened from this location."
        case .openFromLocationUnlisted: "Data may not be opened from this location."
        case .openFromLocationAccount:
            "Data may be opened from this location only under an account of the organization."

        // MARK: Sharing
        case .sendOutboundAllApps: "The policy lets organization data be sent to any app."
        case .sendOutboundNone: "The policy does not let organization data be sent to any app."
        case .sendOutboundSameOrganization: "The app is managed for the same organization."
        case .sendOutboundManagedApps:
            "The policy lets organization data be sent only to apps that are managed for the organization."
        case .sendOpenInUnprotected:
            "Device management controls the app, and the policy leaves protecting the data to it."
        case .sendOpenInFiltered: "The policy offers only apps that are managed for the organization."
        case .sendOpenInEncrypted: "The data may leave only in encrypted form, so the app cannot read it."
        case .receiveInboundAllApps: "The policy lets data come in from any app."
        case .receiveInboundProtected: "Data that comes in counts as organization data."
        case .receiveInboundSameOrganization: "The sending app is managed for the same organization."
        case .receiveInboundManagedApps:
            "The policy lets data come in only from apps that are managed for the organization."
        case .receiveInboundNone: "The policy does not let data come in from any app."
        case .receiveSenderAllApps: "The sending app lets its data go to any app."
        case .receiveSenderOutbound: "The sending app keeps its data from accounts outside its organization."
        case .receiveSenderUnnamed: "The app that the data comes from is managed, and its policy is not known."
        case .receiveOwnerOrganization:
            "The policy accepts only data of its own organization, and this data belongs to someone else."
        case .receiveOwnerOutbound: "The owner of this data keeps it from accounts outside its organization."
        case .receiveSwitchAccount: "An account that is not managed may receive it instead."

        // MARK: Single settings
        case .settingPrintAllowed: "The policy allows printing."
        case .settingPrintBlocked: "The policy blocks printing."
        case .settingContactSyncAllowed: "The policy allows writing contacts to the device."
        case .settingContactSyncBlocked: "The policy blocks writing contacts to the device."
        case .settingWidgetSyncAllowed: "The policy allows organization data in widgets."
        case .settingWidgetSyncBlocked: "The policy blocks organization data in widgets."
        case .settingBackupAllowed: "The policy allows backups of the app's data."
        case .settingBackupBlocked: "The policy blocks backups of the app's data."
        case .settingKeyboardsAllowed: "The policy allows keyboards other than the system's."
        case .settingKeyboardsBlocked: "The policy blocks keyboards other than the system's."
        case .settingKeyboardsBlockedSignedIn:
            "The policy of an account that is signed in blocks keyboards other than the system's for every account."
        case .settingGenmojiAllowed: "The policy allows Genmoji."
        case .settingGenmojiBlocked: "The policy blocks Genmoji."
        case .settingWritingToolsAllowed: "The policy allows Writing Tools."
        case .settingWritingToolsBlocked: "The policy blocks Writing Tools."
        case .settingSpotlightAllowed:
            "The policy lets organization data go to every app, and so allows organization data in the system's search."
        case .settingSpotlightBlocked:
            "The policy does not let organization data go to every app, and so blocks it in the system's search."
        case .settingSiriIntentsAllowed:
            "The policy lets organization data go to every app, and so allows donations to Siri."
        case .settingSiriIntentsBlocked:
            "The policy does not let organization data go to every app, and so blocks donations to Siri."
        case .settingAppIntentsAllowed: "The policy lets organization data go to every app, and so allows app intents."
        case .settingAppIntentsBlocked:
            "The policy does not let organization data go to every app, and so blocks app intents."
        case .settingScreenCaptureAllowed: "The policy allows capturing the screen."
        case .settingScreenCaptureAppConfig:
            "The app's configuration allows capturing the screen, although data may not go to every app."
        case .settingScreenCaptureBlocked: "The policy blocks capturing the screen."
        case .settingScreenCaptureOutbound:
            "The policy does not let organization data go to every app, and so blocks capturing the screen."
        case .settingNotificationsAllowed: "Notifications may show everything."
        case .settingNotificationsRestricted: "Notifications may be shown, but without organization data."
        case .settingNotificationsBlocked: "The policy blocks notifications."
        case .settingFileEncryptionNotRequired: "Files need no encryption beyond the device's own."
        case .settingFileEncryptionRequired: "Files must be encrypted."

        // MARK: App configuration
        case .configValue: "An app configuration has a value for this key."
        case .configDefault: "No app configuration has a value for this key, so its default counts."
        case .configAbsent: "No app configuration that applies to the account has this key."
        case .configInvalid: "A value for this key does not have the type that the app requests."
        case .configToken: "The value for this key is a token, which only device management can replace, on a device."
        case .configQuery: "Values of this type do not support this query."
        case .configConflict: "App configurations disagree on the value of this key."

        // MARK: Conditional launch
        case .launchPolicyRequired: "The app opens only for an account with a policy, and no signed-in account has one."
        case .launchPolicyAbsent: "No signed-in account has a policy."
        case .launchOSTooOld: "The operating system is older than the policy accepts."
        case .launchOSTooNew: "The operating system is newer than the policy accepts."
        case .launchAppTooOld: "The app is older than the policy accepts."
        case .launchSDKTooOld: "The SDK in the app is older than the policy accepts."
        case .launchJailbroken: "The device is jailbroken."
        case .launchModel: "The policy does not allow this model of device."
        case .launchThreat: "The threat level of the device is higher than the policy accepts."
        case .launchPasscode: "The policy encrypts files, and the device has no passcode."
        case .launchAccount: "The service reports that the account is disabled or no longer exists."
        case .launchOfflineWipe: "The app has been offline for so long that the account has to sign in again."
        case .launchOffline: "The app has been offline for so long that it has to check in with the service first."
        case .launchClockedOut: "The account is outside its working time."
        case .launchFactMissing: "The policy depends on something that is not known about this device or account."
        case .launchFactUnreadable: "The policy depends on something that was reported in a form that cannot be read."
        case .launchFactInapplicable: "The policy depends on something that does not apply here. That row is skipped."
        case .launchMet: "The device and the account meet every condition of the policy."

        // MARK: Access requirements
        case .accessPINAttempts: "A wrong PIN was entered too many times."
        case .accessCredentials: "The policy requires credentials of the organization."
        case .accessPINExpired: "The PIN is older than the policy accepts."
        case .accessPINUnset: "The policy requires a PIN, and none is set."
        case .accessPINOrBiometric: "The policy requires the PIN, a face or a fingerprint."
        case .accessPIN: "The policy requires the PIN."
        case .accessPINAccepted: "The PIN meets the policy."
        case .accessPINTooShort: "The PIN is too short."
        case .accessPINNotNumeric: "The PIN may contain only digits."
        case .accessPINOnlyDigits: "The PIN needs a letter or a symbol."
        case .accessPINNotMixed: "The PIN needs a digit, a letter and a symbol."
        case .accessPINSimple: "Three adjacent characters in the PIN are equal, or go up or down by one."
        case .accessPINReused: "The PIN was used before."

        // MARK: Several accounts at once
        case .identityLockDown: "Several accounts are shown at once, so the strictest policy is in force."
        }
    }
}
