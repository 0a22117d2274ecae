/// Why a decision came out as it did, in a form that machines can rely on.
///
/// The raw values are public API: they are stable, dotted from the general to the particular, and a prefix of one names
/// the whole family. <doc:ReasonCodes> has them all with their meaning.
public enum ReasonCode: String, CaseIterable, Hashable, Sendable {
    // MARK: The URL
    /// The URL does not parse.
    case urlInvalid = "url.invalid"
    /// Two readers would see different hosts in the URL.
    case urlAmbiguous = "url.ambiguous"
    /// Servers read the URL in different ways, and these are decided differently.
    case urlReadingsDiffer = "url.readingsDiffer"

    // MARK: Who acts
    /// The acting identity is unmanaged or not set, so nothing is enforced.
    case identityUnmanaged = "identity.unmanaged"
    /// An account that the decision is about is not one of the policy in force, or is not signed in.
    case identityUnknown = "identity.unknown"
    /// The view is not, or no longer, in the view tree.
    case viewUnknown = "view.unknown"
    /// The view is a container, which loads no URLs.
    case viewNotAWebView = "view.notAWebView"

    // MARK: Loads that need no classification
    /// `about:blank` and `about:srcdoc` show nothing of their own.
    case navigationAbout = "navigation.about"
    /// The app's web views handle the scheme themselves.
    case navigationHandledScheme = "navigation.handledScheme"
    /// `data:` or `javascript:` inside a page belongs to that page.
    case navigationEmbedded = "navigation.embedded"
    /// `file:`, `about:`, and top-level `data:` and `javascript:` are never navigated to.
    case navigationLocalScheme = "navigation.localScheme"
    /// Resources of an allowed page load.
    case navigationSubresource = "navigation.subresource"

    // MARK: What rules and delegates say
    /// A rule blocks the URL.
    case ruleBlocked = "rule.blocked"
    /// A rule calls the URL external.
    case ruleExternal = "rule.external"
    /// A rule calls the URL internal.
    case ruleInternal = "rule.internal"
    /// No rule matched, and the default blocks.
    case defaultBlocked = "rule.default.blocked"
    /// No rule matched, and the default is external.
    case defaultExternal = "rule.default.external"
    /// No rule matched, and the default is internal.
    case defaultInternal = "rule.default.internal"
    /// A regex reached its limit, and the outcome depends on whether it matches.
    case ruleLimit = "rule.limit"
    /// The rule set that the view names is not in the policy in force.
    case ruleSetMissing = "rule.setMissing"
    /// A `blob:` URL has no origin that rules could be asked about.
    case ruleOpaqueOrigin = "rule.opaqueOrigin"
    /// The view's delegate calls the URL external.
    case delegateExternal = "delegate.external"
    /// The view's delegate calls the URL internal.
    case delegateInternal = "delegate.internal"
    /// The view's delegate threw an error.
    case delegateThrew = "delegate.threw"
    /// The view's delegate did not answer in time.
    case delegateLate = "delegate.late"
    /// The view's delegate leaves the answer to a rule set, and the view has none.
    case delegateUndecided = "delegate.undecided"
    /// The host brought no answer.
    case delegateNoAnswer = "delegate.noAnswer"
    /// The view has neither delegate nor rule set, so every URL counts as internal.
    case navigationUnclassified = "navigation.unclassified"
    /// Nothing could say whether the URL is internal or external.
    case navigationNoAnswer = "navigation.noAnswer"

    // MARK: Where it goes
    /// A blocked URL may be opened under a personal account.
    case transitionPersonalAccount = "transition.personalAccount"
    /// A blocked URL may be opened in a private window.
    case transitionPrivateWindow = "transition.privateWindow"
    /// Nothing is offered in place of the blocked URL.
    case transitionNone = "transition.none"
    /// The policy requires external links to open in a browser of its choice.
    case browserRequired = "browser.required"
    /// The policy requires no browser.
    case browserNotRequired = "browser.notRequired"
    /// The managed browser opens the link.
    case browserManaged = "browser.managed"
    /// The browser of the policy's custom protocol opens the link.
    case browserCustom = "browser.custom"
    /// The managed browser is not installed; an embedded managed viewer may be used instead.
    case browserNotInstalled = "browser.notInstalled"
    /// The managed browser is not installed, and the embedded viewer is the system's own, which is not managed.
    case browserSafariOverride = "browser.safariOverride"
    /// The browser that is installed is not managed for the organization; an embedded managed viewer may be used instead.
    case browserNotManaged = "browser.notManaged"
    /// No browser can be handed a URL of this scheme.
    case browserUnroutable = "browser.unroutable"
    /// The policy's custom browser protocol is not a URL scheme that an app could have.
    case openRedirectInvalid = "open.redirect.invalid"

    // MARK: Whose content the page is
    /// An external page shown in the view is unmanaged while it is shown.
    case pageExternal = "page.external"
    /// An external frame inside a page is unmanaged, whatever the page is.
    case pageExternalFrame = "page.external.frame"
    /// No managed account acted when the page was loaded, so it is unmanaged while it is shown.
    case pageUnmanagedIdentity = "page.unmanagedIdentity"
    /// The view was unmanaged when the page was loaded, and the page stays so while it is shown.
    case pageUnmanagedView = "page.unmanagedView"
    /// The page was loaded for a managed account, and is that account's while it is shown.
    case pageLoadedFor = "page.loadedFor"
    /// The account that the page was loaded for is signed out, not managed any more, or not in the policy.
    case pageOwnerUnknown = "page.ownerUnknown"
    /// The page was loaded in a view that blocks uploads, and takes none while it is shown.
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
    /// What may pass through the tunnel depends on paths and queries, which are not seen.
    case connectionUndecided = "connection.undecided"
    /// What is in the tunnel is asked about again, and not all of it is blocked.
    case connectionInspected = "connection.inspected"

    // MARK: Opening
    /// The policy exempts the URL's scheme.
    case openExempted = "open.exempted"
    /// The policy requires no browser, so any may open the link.
    case openBrowserNotRequired = "open.browser.notRequired"
    /// Every dialer may be handed phone numbers.
    case openDialerAllApps = "open.dialer.allApps"
    /// Managed dialers may be handed phone numbers.
    case openDialerManagedApps = "open.dialer.managedApps"
    /// The policy's own dialer is handed phone numbers.
    case openDialerCustomApp = "open.dialer.customApp"
    /// No app may be handed phone numbers.
    case openDialerBlocked = "open.dialer.blocked"
    /// Messages may be written in every app.
    case openMessagingAnyApp = "open.messaging.anyApp"
    /// Messages may be written in managed apps.
    case openMessagingAnyManagedApp = "open.messaging.anyManagedApp"
    /// Messages are written in the app that the policy names.
    case openMessagingSpecificApps = "open.messaging.specificApps"
    /// No app may be handed a message.
    case openMessagingBlocked = "open.messaging.blocked"
    /// The policy's dialer has no scheme, or one that is not a URL scheme.
    case openRedirectInvalidDialer = "open.redirect.invalid.dialer"
    /// The policy's messaging app has no scheme, or one that is not a URL scheme.
    case openRedirectInvalidMessaging = "open.redirect.invalid.messaging"
    /// The policy lets organization data go to every app.
    case openOutboundAllApps = "open.outbound.allApps"
    /// The policy lets organization data go to no app.
    case openOutboundNone = "open.outbound.none"
    /// The policy lets organization data go to managed apps only, and nothing says that one would open the URL.
    case openOutboundManagedApps = "open.outbound.managedApps"
    /// A `mailto` link is written in the managed mail app.
    case openMail = "open.mail"
    /// No managed mail app of the organization is installed.
    case openMailNotInstalled = "open.mail.notInstalled"
    /// The caller knows that a managed app handles the scheme.
    case openManagedAppKnown = "open.managedApp.known"
    /// The scheme is one that only managed apps handle.
    case openManagedAppScheme = "open.managedApp.scheme"
    /// A managed app of the organization declares the scheme's twin.
    case openManagedAppDeclared = "open.managedApp.declared"
    /// A managed app of the organization handles the scheme, but not its twin, and could not be reached.
    case openTwinMissing = "open.twin.missing"
    /// Of the declared apps that handle what would be opened, none is managed for the organization.
    case openAppNotManaged = "open.app.notManaged"
    /// What came from another app is not a wrapped URL.
    case openWrappedInvalid = "open.wrapped.invalid"
    /// The wrapped URL is longer than 64 KiB.
    case openWrappedTooLong = "open.wrapped.tooLong"
    /// A wrapped URL is inside another.
    case openWrappedNested = "open.wrapped.nested"
    /// The wrapped URL claims an account that is managed or unknown, and not the one that acts.
    case openWrappedIdentity = "open.wrapped.identity"
    /// The policy takes nothing from other apps.
    case openIncomingNone = "open.incoming.none"
    /// The policy takes data from managed apps of the organization only, and the sender is not one.
    case openIncomingManagedApps = "open.incoming.managedApps"
    /// The sender is managed, and its policy does not let data come to an unmanaged account.
    case openIncomingSender = "open.incoming.sender"
    /// The app declares no schemes that it may ask the system about.
    case canOpenNoQuerySchemes = "canOpen.querySchemes.none"
    /// The scheme is not among the app's query schemes.
    case canOpenSchemeMissing = "canOpen.querySchemes.missing"
    /// The scheme comes after the query schemes that the system reads.
    case canOpenSchemeNotRead = "canOpen.querySchemes.notRead"
    /// The scheme's twin is not among the query schemes that the system reads.
    case canOpenTwinMissing = "canOpen.querySchemes.twinMissing"
    /// No installed app handles what would be opened.
    case canOpenNotInstalled = "canOpen.notInstalled"

    // MARK: Universal links
    /// The policy lets organization data go to every app.
    case universalLinkOutboundAllApps = "universalLink.outbound.allApps"
    /// The link is one that managed apps open.
    case universalLinkManaged = "universalLink.managed"
    /// No installed managed app of the organization opens the link, so the managed browser does.
    case universalLinkNotInstalled = "universalLink.managed.notInstalled"
    /// The link is one that every app may open.
    case universalLinkExempted = "universalLink.exempted"
    /// The link may open no app, and loads as web content.
    case universalLinkNotAllowed = "universalLink.notAllowed"

    // MARK: Clipboard
    /// Nothing that is copied or pasted is managed on either side.
    case clipboardUnmanaged = "clipboard.unmanaged"
    /// Both sides are the same managed account in the same app.
    case clipboardSameAccount = "clipboard.sameAccount"
    /// The owner's policy shares the clipboard with no other app.
    case clipboardOutboundBlocked = "clipboard.outbound.blocked"
    /// The owner's policy shares the clipboard within the organization.
    case clipboardOutboundManagedApps = "clipboard.outbound.managedApps"
    /// The owner's policy shares the clipboard within the organization, which anything may be pasted into.
    case clipboardOutboundManagedAppsWithPasteIn = "clipboard.outbound.managedAppsWithPasteIn"
    /// The owner's policy shares the clipboard with everybody.
    case clipboardOutboundAllApps = "clipboard.outbound.allApps"
    /// Another managed app owns the item, and only that app knows its policy.
    case clipboardOutboundOtherApp = "clipboard.outbound.otherApp"
    /// The destination's policy takes nothing from the clipboard.
    case clipboardInboundBlocked = "clipboard.inbound.blocked"
    /// The destination's policy takes what is its own organization's.
    case clipboardInboundManagedApps = "clipboard.inbound.managedApps"
    /// The destination's policy takes anything, and shares within the organization.
    case clipboardInboundManagedAppsWithPasteIn = "clipboard.inbound.managedAppsWithPasteIn"
    /// The destination's policy takes anything.
    case clipboardInboundAllApps = "clipboard.inbound.allApps"
    /// The destination is another managed app, and only that app knows its policy.
    case clipboardInboundOtherApp = "clipboard.inbound.otherApp"
    /// The text is short enough for the exception of the owner's policy.
    case clipboardException = "clipboard.exception"
    /// The view takes nothing that is pasted, whoever acts.
    case clipboardBlockUpload = "clipboard.blockUpload"
    /// The policy in force does not know the owner that was recorded, or not as it was recorded.
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
    /// The page's policy takes no data from elsewhere.
    case uploadInboundNone = "upload.inbound.none"
    /// The page's policy takes data of its own organization.
    case uploadInboundManagedApps = "upload.inbound.managedApps"
    /// The page's policy takes any data.
    case uploadInboundAllApps = "upload.inbound.allApps"
    /// The view takes no uploads, whoever acts.
    case uploadBlockUpload = "upload.blockUpload"

    // MARK: Storage
    /// The account that the place belongs to is of another organization than the data, and its policy takes in nothing
    /// from there.
    case savePlaceInbound = "save.place.inbound"
    /// The policy lets organization data go nowhere.
    case saveOutboundNone = "save.outbound.none"
    /// The policy lets organization data go everywhere.
    case saveOutboundAllApps = "save.outbound.allApps"
    /// The policy lets copies be saved anywhere.
    case saveAllowed = "save.allowed"
    /// The policy lets copies be saved only where it says; the next reason tells what follows.
    case saveRestricted = "save.restricted"
    /// The place is a location of the organization that belongs to the account that owns the data.
    case saveAccountDocument = "save.accountDocument"
    /// The policy does not list the location, or no policy can.
    case saveLocationUnlisted = "save.location.unlisted"
    /// The policy lists the photo library, which belongs to no account.
    case savePhotoLibrary = "save.photoLibrary.allowed"
    /// The policy lists the photo library, and this one belongs to an account.
    case savePhotoLibraryAccount = "save.photoLibrary.account"
    /// The policy lists the location, and it is the organization's, or the same account's for the app's own storage.
    case saveLocationListed = "save.location.listed"
    /// The policy lists the location, but this one belongs to another account than the policy accepts there, or to
    /// none.
    case saveLocationAccount = "save.location.account"
    /// The account that the place belongs to is of another organization than the receiver, and its policy lets nothing
    /// go there.
    case openFromPlaceOutbound = "openFrom.place.outbound"
    /// The policy lets no data come in.
    case openFromInboundNone = "openFrom.inbound.none"
    /// The policy lets data come in from everywhere.
    case openFromInboundAllApps = "openFrom.inbound.allApps"
    /// The policy lets data be opened from anywhere.
    case openFromAllowed = "openFrom.allowed"
    /// The policy lets data be opened only from where it says; the next reason tells what follows.
    case openFromRestricted = "openFrom.restricted"
    /// The place is inside the organization.
    case openFromOrganization = "openFrom.organization"
    /// The policy lists the location, and it is the organization's, or one of those that may be anybody's.
    case openFromLocationListed = "openFrom.location.listed"
    /// The policy does not list the location, or no policy can.
    case openFromLocationUnlisted = "openFrom.location.unlisted"
    /// The policy lists the location, but this one belongs to no account of the organization.
    case openFromLocationAccount = "openFrom.location.account"

    // MARK: Sharing
    /// The policy lets organization data go to every app.
    case sendOutboundAllApps = "send.outbound.allApps"
    /// The policy lets organization data go to no app.
    case sendOutboundNone = "send.outbound.none"
    /// The app is managed for the same organization.
    case sendOutboundSameOrganization = "send.outbound.sameOrganization"
    /// The policy lets organization data go only to apps that are managed for the organization, and this one is not.
    case sendOutboundManagedApps = "send.outbound.managedApps"
    /// Device management installed the app on an enrolled device, and the policy leaves what such apps open
    /// unprotected.
    case sendOpenInUnprotected = "send.openIn.unprotected"
    /// The policy offers managed apps only.
    case sendOpenInFiltered = "send.openIn.filtered"
    /// The policy offers every app, and the data leaves encrypted.
    case sendOpenInEncrypted = "send.openIn.encrypted"
    /// The policy lets data come in from every app.
    case receiveInboundAllApps = "receive.inbound.allApps"
    /// The policy makes what comes in on an enrolled device the organization's.
    case receiveInboundProtected = "receive.inbound.protected"
    /// The app is managed for the same organization.
    case receiveInboundSameOrganization = "receive.inbound.sameOrganization"
    /// The policy lets data come in only from apps that are managed for the organization, and this one is not.
    case receiveInboundManagedApps = "receive.inbound.managedApps"
    /// The policy lets data come in from no app.
    case receiveInboundNone = "receive.inbound.none"
    /// The policy of the app that sends lets its data go to every app.
    case receiveSenderAllApps = "receive.sender.outbound.allApps"
    /// The policy of the app that sends keeps its data from accounts outside of its organization.
    case receiveSenderOutbound = "receive.sender.outbound.restricted"
    /// The app that sends is managed, and nothing says by which policy, so its data stays in its organization.
    case receiveSenderUnnamed = "receive.sender.unnamed"
    /// The policy lets data come in only from its organization, and the owner of the item is not of it.
    case receiveOwnerOrganization = "receive.owner.organization"
    /// The policy of the item's owner keeps its data from accounts outside of its organization.
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
    /// The policy of an account that is signed in blocks keyboards other than the system's, for every account.
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
    /// Notifications may show that there is something, and nothing of the organization's.
    case settingNotificationsRestricted = "setting.notifications.restricted"
    /// Notifications are blocked.
    case settingNotificationsBlocked = "setting.notifications.blocked"
    /// Files need no encryption beside the device's own.
    case settingFileEncryptionNotRequired = "setting.fileEncryption.notRequired"
    /// Files must be encrypted, and may not be written as they are.
    case settingFileEncryptionRequired = "setting.fileEncryption.required"

    // MARK: App configuration
    /// A configuration has the value.
    case configValue = "config.value"
    /// Only a default has the value.
    case configDefault = "config.default"
    /// No configuration that reaches the account has the key.
    case configAbsent = "config.absent"
    /// A value is not of the type that was asked for.
    case configInvalid = "config.invalid"
    /// A value is a token that only a managed device can replace.
    case configToken = "config.token"
    /// Values of the type have no such query.
    case configQuery = "config.query"
    /// Configurations disagree on the value.
    case configConflict = "config.conflict"

    // MARK: Conditional launch
    /// The app opens only for an account with a policy, and no account that is signed in has one.
    case launchPolicyRequired = "launch.policyRequired"
    /// The app warns where no account that is signed in has a policy.
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
    /// The device is a greater threat than the policy accepts.
    case launchThreat = "launch.threat"
    /// The policy encrypts files, for which a device needs a passcode.
    case launchPasscode = "launch.passcode"
    /// The service says that the account is disabled, or gone.
    case launchAccount = "launch.account"
    /// The app has been offline for so long that organization data is kept only after another sign-in.
    case launchOfflineWipe = "launch.offline.wipe"
    /// The app has been offline for so long that it has to check in first.
    case launchOffline = "launch.offline"
    /// The account is not in working time.
    case launchClockedOut = "launch.clockedOut"
    /// The policy asks about something that the host does not know.
    case launchFactMissing = "launch.fact.missing"
    /// The policy asks about something that was reported in a form that cannot be read.
    case launchFactUnreadable = "launch.fact.unreadable"
    /// The policy asks about something that does not exist here, and that was passed over.
    case launchFactInapplicable = "launch.fact.inapplicable"
    /// The device and the account are as the policy wants them.
    case launchMet = "launch.met"

    // MARK: Access requirements
    /// A wrong PIN was entered too often.
    case accessPINAttempts = "access.pin.attempts"
    /// The policy requires credentials of the organization.
    case accessCredentials = "access.credentials"
    /// The PIN is older than the policy accepts.
    case accessPINExpired = "access.pin.expired"
    /// The policy requires a PIN, and none is set.
    case accessPINUnset = "access.pin.unset"
    /// The policy requires the PIN, or a face or finger.
    case accessPINOrBiometric = "access.pin.orBiometric"
    /// The policy requires the PIN.
    case accessPIN = "access.pin.due"
    /// The PIN is good enough.
    case accessPINAccepted = "access.pin.accepted"
    /// The PIN has too few characters.
    case accessPINTooShort = "access.pin.tooShort"
    /// The PIN has something else than digits.
    case accessPINNotNumeric = "access.pin.notNumeric"
    /// The PIN has neither a letter nor a symbol.
    case accessPINOnlyDigits = "access.pin.onlyDigits"
    /// The PIN lacks a digit, a letter or a symbol.
    case accessPINNotMixed = "access.pin.notMixed"
    /// Three neighbours in the PIN are equal, or go up or down by one.
    case accessPINSimple = "access.pin.simple"
    /// The PIN is one of the former ones.
    case accessPINReused = "access.pin.reused"

    // MARK: Several accounts at once
    /// Content of several accounts, one of them managed, is shown at once, so the strictest policy is in force.
    case identityLockDown = "identity.lockDown"
}
