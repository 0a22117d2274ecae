/// Why a decision has its result, in a form that machines can rely on.
///
/// The raw values are public API: they are stable, dotted from the general to the specific, and a prefix of a value
/// names the whole family. <doc:ReasonCodes> lists all of them with their meaning.
public enum ReasonCode: String, CaseIterable, Hashable, Sendable {
    // MARK: The URL
    /// The URL does not parse.
    case urlInvalid = "url.invalid"
    /// Two readers would see different hosts in the URL.
    case urlAmbiguous = "url.ambiguous"
    /// Servers read the URL in different ways, and these readings are decided differently.
    case urlReadingsDiffer = "url.readingsDiffer"

    // MARK: Identities and views
    /// The acting identity is unmanaged or not set, so nothing is enforced.
    case identityUnmanaged = "identity.unmanaged"
    /// An account that the decision is about is not in the policy in force, or is not signed in.
    case identityUnknown = "identity.unknown"
    /// The view is not in the view tree, or no longer.
    case viewUnknown = "view.unknown"
    /// The question names a window that is not open, or no longer.
    case windowUnknown = "window.unknown"
    /// The view is a container, which loads no URLs.
    case viewNotAWebView = "view.notAWebView"

    // MARK: Loads that need no classification
    /// `about:blank` and `about:srcdoc` show nothing of their own.
    case navigationAbout = "navigation.about"
    /// The app's web views handle the scheme themselves.
    case navigationHandledScheme = "navigation.handledScheme"
    /// `data:` or `javascript:` inside a page belongs to that page.
    case navigationEmbedded = "navigation.embedded"
    /// `file:`, `about:`, and top-level `data:` and `javascript:` are never allowed as navigations.
    case navigationLocalScheme = "navigation.localScheme"
    /// The resources of an allowed page load.
    case navigationSubresource = "navigation.subresource"

    // MARK: Rules and delegates
    /// A rule blocks the URL.
    case ruleBlocked = "rule.blocked"
    /// A rule classifies the URL as external.
    case ruleExternal = "rule.external"
    /// A rule classifies the URL as internal.
    case ruleInternal = "rule.internal"
    /// No rule matched, and the default blocks.
    case defaultBlocked = "rule.default.blocked"
    /// No rule matched, and the default is external.
    case defaultExternal = "rule.default.external"
    /// No rule matched, and the default is internal.
    case defaultInternal = "rule.default.internal"
    /// The rules took more work than is allowed for one URL, and the outcome depends on one that was not finished.
    case ruleLimit = "rule.limit"
    /// The rule set that the view names is not in the policy in force.
    case ruleSetMissing = "rule.setMissing"
    /// A `blob:` URL has no origin that rules could be applied to.
    case ruleOpaqueOrigin = "rule.opaqueOrigin"
    /// The view's delegate classifies the URL as external.
    case delegateExternal = "delegate.external"
    /// The view's delegate classifies the URL as internal.
    case delegateInternal = "delegate.internal"
    /// The view's delegate threw an error.
    case delegateThrew = "delegate.threw"
    /// The view's delegate did not answer in time.
    case delegateLate = "delegate.late"
    /// The view's delegate leaves the answer to a rule set, and the view has none.
    case delegateUndecided = "delegate.undecided"
    /// The host provided no answer.
    case delegateNoAnswer = "delegate.noAnswer"
    /// The view has neither delegate nor rule set, so every URL counts as internal.
    case navigationUnclassified = "navigation.unclassified"
    /// Nothing could determine whether the URL is internal or external.
    case navigationNoAnswer = "navigation.noAnswer"

    // MARK: Where it opens
    /// A blocked URL may be opened under a personal account.
    case transitionPersonalAccount = "transition.personalAccount"
    /// A blocked URL may be opened in a private window.
    case transitionPrivateWindow = "transition.privateWindow"
    /// Nothing is offered in place of the blocked URL.
    case transitionNone = "transition.none"
    /// The policy requires external links to open in a browser that it specifies.
    case browserRequired = "browser.required"
    /// The policy requires no browser.
    case browserNotRequired = "browser.notRequired"
    /// The managed browser opens the link.
    case browserManaged = "browser.managed"
    /// The browser of the policy's custom protocol opens the link.
    case browserCustom = "browser.custom"
    /// The managed browser is not installed; an embedded managed viewer may be used instead.
    case browserNotInstalled = "browser.notInstalled"
    /// The managed browser is out of reach, and the embedded viewer is the system's own, which is not managed.
    case browserSafariOverride = "browser.safariOverride"
    /// No installed browser that handles the URL is managed for the organization of the acting account, and several
    /// accounts at once have none; an embedded managed viewer may be used instead.
    case browserNotManaged = "browser.notManaged"
    /// No browser can receive a URL of this scheme.
    case browserUnroutable = "browser.unroutable"
    /// The policy's custom browser protocol is not a URL scheme that an app could have.
    case openRedirectInvalid = "open.redirect.invalid"

    // MARK: The classification of the page
    /// An external page shown in the view is unmanaged while it is shown; of a navigation in a frame, only that frame is.
    case pageExternal = "page.external"
    /// An external frame inside a page is unmanaged, whatever the classification of the page.
    case pageExternalFrame = "page.external.frame"
    /// No managed account acted when the page was loaded, so it is unmanaged while it is shown.
    case pageUnmanagedIdentity = "page.unmanagedIdentity"
    /// The view was unmanaged when the page was loaded, so the page is unmanaged while it is shown.
    case pageUnmanagedView = "page.unmanagedView"
    /// The page was loaded for a managed account, and belongs to that account while it is shown.
    case pageLoadedFor = "page.loadedFor"
    /// The account that the page was loaded for is signed out, no longer managed, or not in the policy.
    case pageOwnerUnknown = "page.ownerUnknown"
    /// The page was loaded in a view that blocks uploads, and accepts none while it is shown.
    case pageBlockUpload = "page.blockUpload"
    /// The view's tag makes it act as unmanaged.
    case viewUnmanaged = "view.unmanaged"
    /// The view's tag makes it act as the current identity.
    case viewCurrentIdentity = "view.currentIdentity"
    /// The view's tag makes it act as the current identity, without uploads.
    case viewCurrentIdentityBlockUpload = "view.currentIdentityBlockUpload"
    /// The view has no tag, and `TreatAllWebViewsAsUnmanaged` is not set.
    case viewUnset = "view.unset"
    /// The view has no tag, and `TreatAllWebViewsAsUnmanaged` makes it unmanaged.
    case viewTreatAllAsUnmanaged = "view.treatAllWebViewsAsUnmanaged"

    // MARK: Tunnels
    /// The decision on what passes through the tunnel depends on paths and queries, which are not visible.
    case connectionUndecided = "connection.undecided"
    /// The requests in the tunnel are decided separately later, and not all of them are blocked.
    case connectionInspected = "connection.inspected"

    // MARK: Opening
    /// The policy exempts the URL's scheme.
    case openExempted = "open.exempted"
    /// The policy requires no browser, so any browser may open the link.
    case openBrowserNotRequired = "open.browser.notRequired"
    /// Phone numbers may be handed to every dialer.
    case openDialerAllApps = "open.dialer.allApps"
    /// Phone numbers may be handed to managed dialers.
    case openDialerManagedApps = "open.dialer.managedApps"
    /// Phone numbers are handed to the policy's own dialer.
    case openDialerCustomApp = "open.dialer.customApp"
    /// Phone numbers may be handed to no app.
    case openDialerBlocked = "open.dialer.blocked"
    /// Messages may be written in any app.
    case openMessagingAnyApp = "open.messaging.anyApp"
    /// Messages may be written in managed apps.
    case openMessagingAnyManagedApp = "open.messaging.anyManagedApp"
    /// Messages are written in the app that the policy names.
    case openMessagingSpecificApps = "open.messaging.specificApps"
    /// Messages may be handed to no app.
    case openMessagingBlocked = "open.messaging.blocked"
    /// The policy's dialer has no scheme, or its scheme is not a URL scheme.
    case openRedirectInvalidDialer = "open.redirect.invalid.dialer"
    /// The policy's messaging app has no scheme, or its scheme is not a URL scheme.
    case openRedirectInvalidMessaging = "open.redirect.invalid.messaging"
    /// The policy lets organization data go to every app.
    case openOutboundAllApps = "open.outbound.allApps"
    /// The policy lets organization data go to no app.
    case openOutboundNone = "open.outbound.none"
    /// The policy lets organization data go to managed apps only, and no managed app is known to open the URL.
    case openOutboundManagedApps = "open.outbound.managedApps"
    /// A `mailto` link is written in the managed mail app.
    case openMail = "open.mail"
    /// No managed mail app of the organization is installed.
    case openMailNotInstalled = "open.mail.notInstalled"
    /// The caller knows that a managed app handles the scheme.
    case openManagedAppKnown = "open.managedApp.known"
    /// Only managed apps handle the scheme.
    case openManagedAppScheme = "open.managedApp.scheme"
    /// A managed app of the organization declares the scheme's twin.
    case openManagedAppDeclared = "open.managedApp.declared"
    /// A managed app of the organization handles the scheme, but not its twin, and could not be reached.
    case openTwinMissing = "open.twin.missing"
    /// A declared app that handles the target, and that the system may open, is not managed for the organization.
    case openAppNotManaged = "open.app.notManaged"
    /// The data from another app is not a wrapped URL.
    case openWrappedInvalid = "open.wrapped.invalid"
    /// The wrapped URL is longer than 64 KiB.
    case openWrappedTooLong = "open.wrapped.tooLong"
    /// A wrapped URL is inside another.
    case openWrappedNested = "open.wrapped.nested"
    /// The wrapped URL claims a managed or unknown account that is not the acting account.
    case openWrappedIdentity = "open.wrapped.identity"
    /// The policy accepts nothing from other apps.
    case openIncomingNone = "open.incoming.none"
    /// The policy accepts data only from managed apps of the organization, and the sender is not such an app.
    case openIncomingManagedApps = "open.incoming.managedApps"
    /// The sender is managed, and its policy does not let data go to an unmanaged account.
    case openIncomingSender = "open.incoming.sender"
    /// The app declares no schemes that it may query the system about.
    case canOpenNoQuerySchemes = "canOpen.querySchemes.none"
    /// The scheme is not among the app's query schemes.
    case canOpenSchemeMissing = "canOpen.querySchemes.missing"
    /// The scheme comes after the query schemes that the system reads.
    case canOpenSchemeNotRead = "canOpen.querySchemes.notRead"
    /// The scheme's twin is not among the query schemes that the system reads.
    case canOpenTwinMissing = "canOpen.querySchemes.twinMissing"
    /// No installed app handles the target.
    case canOpenNotInstalled = "canOpen.notInstalled"

    // MARK: Universal links
    /// The policy lets organization data go to every app.
    case universalLinkOutboundAllApps = "universalLink.outbound.allApps"
    /// The link may be opened by managed apps.
    case universalLinkManaged = "universalLink.managed"
    /// No installed managed app of the organization opens the link, so the managed browser does.
    case universalLinkNotInstalled = "universalLink.managed.notInstalled"
    /// The link may be opened by every app.
    case universalLinkExempted = "universalLink.exempted"
    /// The link may open no app, and loads as web content.
    case universalLinkNotAllowed = "universalLink.notAllowed"

    // MARK: Clipboard
    /// Neither side of the copy or paste is managed.
    case clipboardUnmanaged = "clipboard.unmanaged"
    /// Both sides are the same managed account in the same app.
    case clipboardSameAccount = "clipboard.sameAccount"
    /// The owner's policy shares the clipboard with no other app.
    case clipboardOutboundBlocked = "clipboard.outbound.blocked"
    /// The owner's policy shares the clipboard within the organization.
    case clipboardOutboundManagedApps = "clipboard.outbound.managedApps"
    /// The owner's policy shares the clipboard within the organization, and accepts anything that is pasted in.
    case clipboardOutboundManagedAppsWithPasteIn = "clipboard.outbound.managedAppsWithPasteIn"
    /// The owner's policy shares the clipboard with every app.
    case clipboardOutboundAllApps = "clipboard.outbound.allApps"
    /// Another managed app owns the item, and only that app knows its policy.
    case clipboardOutboundOtherApp = "clipboard.outbound.otherApp"
    /// The destination's policy accepts nothing from the clipboard.
    case clipboardInboundBlocked = "clipboard.inbound.blocked"
    /// The destination's policy accepts content of its own organization.
    case clipboardInboundManagedApps = "clipboard.inbound.managedApps"
    /// The destination's policy accepts anything, and shares within the organization.
    case clipboardInboundManagedAppsWithPasteIn = "clipboard.inbound.managedAppsWithPasteIn"
    /// The destination's policy accepts anything.
    case clipboardInboundAllApps = "clipboard.inbound.allApps"
    /// The destination is another managed app, and only that app knows its policy.
    case clipboardInboundOtherApp = "clipboard.inbound.otherApp"
    /// The text is short enough for the exception of the owner's policy.
    case clipboardException = "clipboard.exception"
    /// The view accepts nothing that is pasted, regardless of who acts.
    case clipboardBlockUpload = "clipboard.blockUpload"
    /// The policy in force does not contain the recorded owner, or treats it differently than recorded.
    case clipboardOwnerUnknown = "clipboard.ownerUnknown"
    /// Neither the content nor the page is managed.
    case uploadUnmanaged = "upload.unmanaged"
    /// Content and page belong to the same managed account in this app.
    case uploadSameAccount = "upload.sameAccount"
    /// The owner's policy lets data go nowhere.
    case uploadOutboundNone = "upload.outbound.none"
    /// The owner's policy lets data go within the organization.
    case uploadOutboundManagedApps = "upload.outbound.managedApps"
    /// The owner's policy lets data go everywhere.
    case uploadOutboundAllApps = "upload.outbound.allApps"
    /// Another managed app owns the content, and only that app knows its policy.
    case uploadOutboundOtherApp = "upload.outbound.otherApp"
    /// The page's policy accepts no data from elsewhere.
    case uploadInboundNone = "upload.inbound.none"
    /// The page's policy accepts data of its own organization.
    case uploadInboundManagedApps = "upload.inbound.managedApps"
    /// The page's policy accepts any data.
    case uploadInboundAllApps = "upload.inbound.allApps"
    /// The view accepts no uploads, regardless of who acts.
    case uploadBlockUpload = "upload.blockUpload"

    // MARK: Storage
    /// The account that owns the place belongs to another organization than the data, and its policy accepts nothing
    /// from there.
    case savePlaceInbound = "save.place.inbound"
    /// The policy lets organization data go nowhere.
    case saveOutboundNone = "save.outbound.none"
    /// The policy lets organization data go anywhere.
    case saveOutboundAllApps = "save.outbound.allApps"
    /// The policy lets copies be saved anywhere.
    case saveAllowed = "save.allowed"
    /// The policy lets copies be saved only in the places it lists; the next reason gives the result.
    case saveRestricted = "save.restricted"
    /// The place is a location of the organization that belongs to the account that owns the data.
    case saveAccountDocument = "save.accountDocument"
    /// The policy does not list the location, or no policy can.
    case saveLocationUnlisted = "save.location.unlisted"
    /// The policy lists the photo library, which belongs to no account.
    case savePhotoLibrary = "save.photoLibrary.allowed"
    /// The policy lists the photo library, but this photo library belongs to an account.
    case savePhotoLibraryAccount = "save.photoLibrary.account"
    /// The policy lists the location, and it belongs to the organization or, for the app's own storage, to the same
    /// account.
    case saveLocationListed = "save.location.listed"
    /// The policy lists the location, but this location belongs to an account that the policy does not accept there, or
    /// to no account.
    case saveLocationAccount = "save.location.account"
    /// The account that owns the place belongs to another organization than the receiver, and its policy lets nothing
    /// go there.
    case openFromPlaceOutbound = "openFrom.place.outbound"
    /// The policy lets no data come in.
    case openFromInboundNone = "openFrom.inbound.none"
    /// The policy lets data come in from anywhere.
    case openFromInboundAllApps = "openFrom.inbound.allApps"
    /// The policy lets data be opened from anywhere.
    case openFromAllowed = "openFrom.allowed"
    /// The policy lets data be opened only from the places it lists; the next reason gives the result.
    case openFromRestricted = "openFrom.restricted"
    /// The place is inside the organization.
    case openFromOrganization = "openFrom.organization"
    /// The policy lists the location, and it belongs to the organization or is a location that all accounts share.
    case openFromLocationListed = "openFrom.location.listed"
    /// The policy does not list the location, or no policy can.
    case openFromLocationUnlisted = "openFrom.location.unlisted"
    /// The policy lists the location, but this location belongs to no account of the organization.
    case openFromLocationAccount = "openFrom.location.account"

    // MARK: Sharing
    /// The policy lets organization data go to every app.
    case sendOutboundAllApps = "send.outbound.allApps"
    /// The policy lets organization data go to no app.
    case sendOutboundNone = "send.outbound.none"
    /// The app is managed for the same organization.
    case sendOutboundSameOrganization = "send.outbound.sameOrganization"
    /// The policy lets organization data go only to apps that are managed for the organization, and this app is not.
    case sendOutboundManagedApps = "send.outbound.managedApps"
    /// Device management installed the app on an enrolled device, and the policy leaves data that such apps open
    /// unprotected.
    case sendOpenInUnprotected = "send.openIn.unprotected"
    /// The policy offers managed apps only.
    case sendOpenInFiltered = "send.openIn.filtered"
    /// The policy offers every app, and the data leaves encrypted.
    case sendOpenInEncrypted = "send.openIn.encrypted"
    /// The policy lets data come in from any app.
    case receiveInboundAllApps = "receive.inbound.allApps"
    /// The policy treats data that is received on an enrolled device as the organization's.
    case receiveInboundProtected = "receive.inbound.protected"
    /// The app is managed for the same organization.
    case receiveInboundSameOrganization = "receive.inbound.sameOrganization"
    /// The policy lets data come in only from apps that are managed for the organization, and this app is not.
    case receiveInboundManagedApps = "receive.inbound.managedApps"
    /// The policy does not let data come in from any app.
    case receiveInboundNone = "receive.inbound.none"
    /// The policy of the sending app lets its data go to every app.
    case receiveSenderAllApps = "receive.sender.outbound.allApps"
    /// The policy of the sending app keeps its data from accounts outside its organization.
    case receiveSenderOutbound = "receive.sender.outbound.restricted"
    /// The sending app is managed by an unspecified policy, so its data stays in its organization.
    case receiveSenderUnnamed = "receive.sender.unnamed"
    /// The policy lets data come in only from its organization, and the owner of the item does not belong to it.
    case receiveOwnerOrganization = "receive.owner.organization"
    /// The policy of the item's owner keeps its data from accounts outside its organization.
    case receiveOwnerOutbound = "receive.owner.outbound.restricted"
    /// An account that is not managed may receive it instead.
    case receiveSwitchAccount = "receive.switchAccount"

    // MARK: Single settings
    /// The policy allows printing.
    case settingPrintAllowed = "setting.print.allowed"
    /// The policy blocks printing.
    case settingPrintBlocked = "setting.print.blocked"
    /// The policy allows writing contacts to the device.
    case settingContactSyncAllowed = "setting.contactSync.allowed"
    /// The policy blocks writing contacts to the device.
    case settingContactSyncBlocked = "setting.contactSync.blocked"
    /// The policy allows organization data in widgets.
    case settingWidgetSyncAllowed = "setting.widgetSync.allowed"
    /// The policy blocks organization data in widgets.
    case settingWidgetSyncBlocked = "setting.widgetSync.blocked"
    /// The policy allows backups of the app's data.
    case settingBackupAllowed = "setting.backup.allowed"
    /// The policy blocks backups of the app's data.
    case settingBackupBlocked = "setting.backup.blocked"
    /// The policy allows keyboards other than the system's.
    case settingKeyboardsAllowed = "setting.keyboards.allowed"
    /// The policy blocks keyboards other than the system's.
    case settingKeyboardsBlocked = "setting.keyboards.blocked"
    /// The policy of a signed-in account blocks keyboards other than the system's, for every account.
    case settingKeyboardsBlockedSignedIn = "setting.keyboards.blocked.signedIn"
    /// The policy allows Genmoji.
    case settingGenmojiAllowed = "setting.genmoji.allowed"
    /// The policy blocks Genmoji.
    case settingGenmojiBlocked = "setting.genmoji.blocked"
    /// The policy allows Writing Tools.
    case settingWritingToolsAllowed = "setting.writingTools.allowed"
    /// The policy blocks Writing Tools.
    case settingWritingToolsBlocked = "setting.writingTools.blocked"
    /// Data may go to every app, so organization data in the system's search is allowed.
    case settingSpotlightAllowed = "setting.spotlight.allowed"
    /// Data may not go to every app, so organization data in the system's search is blocked.
    case settingSpotlightBlocked = "setting.spotlight.blocked"
    /// Data may go to every app, so donations to Siri are allowed.
    case settingSiriIntentsAllowed = "setting.siriIntents.allowed"
    /// Data may not go to every app, so donations to Siri are blocked.
    case settingSiriIntentsBlocked = "setting.siriIntents.blocked"
    /// Data may go to every app, so app intents are allowed.
    case settingAppIntentsAllowed = "setting.appIntents.allowed"
    /// Data may not go to every app, so app intents are blocked.
    case settingAppIntentsBlocked = "setting.appIntents.blocked"
    /// The policy allows capturing the screen.
    case settingScreenCaptureAllowed = "setting.screenCapture.allowed"
    /// The app's configuration takes screen capture out of the control of data transfer, so it is allowed.
    case settingScreenCaptureAppConfig = "setting.screenCapture.appConfig"
    /// The policy blocks capturing the screen.
    case settingScreenCaptureBlocked = "setting.screenCapture.blocked"
    /// Data may not go to every app, so capturing the screen is blocked.
    case settingScreenCaptureOutbound = "setting.screenCapture.outbound"
    /// Notifications may show everything.
    case settingNotificationsAllowed = "setting.notifications.allowed"
    /// Notifications may show that something happened, but no organization data.
    case settingNotificationsRestricted = "setting.notifications.restricted"
    /// Notifications are blocked.
    case settingNotificationsBlocked = "setting.notifications.blocked"
    /// Files need no encryption in addition to the device's own.
    case settingFileEncryptionNotRequired = "setting.fileEncryption.notRequired"
    /// Files must be encrypted, and may not be written unencrypted.
    case settingFileEncryptionRequired = "setting.fileEncryption.required"

    // MARK: App configuration
    /// A configuration contains the value.
    case configValue = "config.value"
    /// Only a default provides the value.
    case configDefault = "config.default"
    /// No configuration that applies to the account has the key.
    case configAbsent = "config.absent"
    /// A value is not of the requested type.
    case configInvalid = "config.invalid"
    /// A value is a token that only a managed device can replace.
    case configToken = "config.token"
    /// Values of the type do not support this query.
    case configQuery = "config.query"
    /// Configurations disagree on the value.
    case configConflict = "config.conflict"

    // MARK: Conditional launch
    /// The app opens only for an account with a policy, and no signed-in account has one.
    case launchPolicyRequired = "launch.policyRequired"
    /// The app warns if no signed-in account has a policy.
    case launchPolicyAbsent = "launch.policyAbsent"
    /// The system is older than the policy accepts.
    case launchOSTooOld = "launch.os.tooOld"
    /// The system is newer than the policy accepts.
    case launchOSTooNew = "launch.os.tooNew"
    /// The app is older than the policy accepts.
    case launchAppTooOld = "launch.app.tooOld"
    /// The SDK in the app is older than the policy accepts.
    case launchSDKTooOld = "launch.sdk.tooOld"
    /// The device is jailbroken.
    case launchJailbroken = "launch.jailbroken"
    /// The policy does not list the model of the device.
    case launchModel = "launch.model"
    /// The threat level of the device is higher than the policy accepts.
    case launchThreat = "launch.threat"
    /// The policy encrypts files, which requires a passcode on the device.
    case launchPasscode = "launch.passcode"
    /// The service reports that the account is disabled or gone.
    case launchAccount = "launch.account"
    /// The app has been offline for so long that organization data is kept only after another sign-in.
    case launchOfflineWipe = "launch.offline.wipe"
    /// The app has been offline for so long that it has to check in first.
    case launchOffline = "launch.offline"
    /// The account is outside its working time.
    case launchClockedOut = "launch.clockedOut"
    /// The policy depends on a fact that the host does not know.
    case launchFactMissing = "launch.fact.missing"
    /// The policy depends on a fact that was reported in an unreadable form.
    case launchFactUnreadable = "launch.fact.unreadable"
    /// The policy depends on a fact that does not exist here, and that was skipped.
    case launchFactInapplicable = "launch.fact.inapplicable"
    /// The device and the account meet the conditions of the policy.
    case launchMet = "launch.met"

    // MARK: Access requirements
    /// A wrong PIN was entered too many times.
    case accessPINAttempts = "access.pin.attempts"
    /// The policy requires credentials of the organization.
    case accessCredentials = "access.credentials"
    /// The PIN is older than the policy accepts.
    case accessPINExpired = "access.pin.expired"
    /// The policy requires a PIN, and none is set.
    case accessPINUnset = "access.pin.unset"
    /// The policy requires the PIN, a face or a fingerprint.
    case accessPINOrBiometric = "access.pin.orBiometric"
    /// The policy requires the PIN.
    case accessPIN = "access.pin.due"
    /// The PIN meets the policy.
    case accessPINAccepted = "access.pin.accepted"
    /// The PIN has too few characters.
    case accessPINTooShort = "access.pin.tooShort"
    /// The PIN contains something other than digits.
    case accessPINNotNumeric = "access.pin.notNumeric"
    /// The PIN has neither a letter nor a symbol.
    case accessPINOnlyDigits = "access.pin.onlyDigits"
    /// The PIN lacks a digit, a letter or a symbol.
    case accessPINNotMixed = "access.pin.notMixed"
    /// Three consecutive characters in the PIN are equal, or go up or down by one.
    case accessPINSimple = "access.pin.simple"
    /// The PIN was used before.
    case accessPINReused = "access.pin.reused"

    // MARK: Several accounts at once
    /// Content of several accounts, at least one of them managed, is shown at once, so the strictest policy is in
    /// force.
    case identityLockDown = "identity.lockDown"
}
