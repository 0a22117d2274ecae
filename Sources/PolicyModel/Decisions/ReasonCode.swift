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

    // MARK: Who acts
    /// The acting identity is unmanaged or not set, so nothing is enforced.
    case identityUnmanaged = "identity.unmanaged"
    /// The acting identity is no account of the policy in force.
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
    /// The view's delegate has no opinion, and no rule set stands behind it.
    case delegateUndecided = "delegate.undecided"
    /// The host brought no answer.
    case delegateNoAnswer = "delegate.noAnswer"
    /// The view has neither delegate nor rule set, so every URL counts as internal.
    case navigationUnclassified = "navigation.unclassified"
    /// Nobody could say whether the URL is internal or external.
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
    /// The managed browser is not installed; an embedded managed viewer may stand in.
    case browserNotInstalled = "browser.notInstalled"
    /// No browser can be handed a URL of this scheme.
    case browserUnroutable = "browser.unroutable"
    /// The policy's redirect scheme is missing or is no URL scheme.
    case openRedirectInvalid = "open.redirect.invalid"

    // MARK: Whose content the page is
    /// An external page shown in the view is unmanaged while it is shown.
    case pageExternal = "page.external"
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

    // MARK: Opening
    /// Whether another app may be opened is not decided by this version, so it is blocked.
    case openUndecided = "open.undecided"
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
    /// Every messaging app may be handed phone numbers.
    case openMessagingAnyApp = "open.messaging.anyApp"
    /// Managed messaging apps may be handed phone numbers.
    case openMessagingAnyManagedApp = "open.messaging.anyManagedApp"
    /// The policy's own messaging app is handed phone numbers.
    case openMessagingSpecificApps = "open.messaging.specificApps"
    /// No messaging app may be handed phone numbers.
    case openMessagingBlocked = "open.messaging.blocked"
    /// The policy's dialer has no scheme, or what is no URL scheme.
    case openRedirectInvalidDialer = "open.redirect.invalid.dialer"
    /// The policy's messaging app has no scheme, or what is no URL scheme.
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
    /// What came from another app is no wrapped URL.
    case openWrappedInvalid = "open.wrapped.invalid"
    /// The wrapped URL is longer than 64 KiB.
    case openWrappedTooLong = "open.wrapped.tooLong"
    /// A wrapped URL stands in another.
    case openWrappedNested = "open.wrapped.nested"
    /// The wrapped URL claims an account that is managed or unknown, and not the one that acts.
    case openWrappedIdentity = "open.wrapped.identity"
    /// The policy takes nothing from other apps.
    case openIncomingNone = "open.incoming.none"
    /// The policy takes data from managed apps of the organization only, and the sender is none.
    case openIncomingManagedApps = "open.incoming.managedApps"
    /// The sender is managed, and its policy does not let data come to an unmanaged account.
    case openIncomingSender = "open.incoming.sender"
    /// The app declares no schemes that it may ask the system about.
    case canOpenNoQuerySchemes = "canOpen.querySchemes.none"
    /// The scheme is not among the app's query schemes.
    case canOpenSchemeMissing = "canOpen.querySchemes.missing"
    /// The scheme stands behind the query schemes that the system reads.
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
    /// Neither side is managed.
    case clipboardUnmanaged = "clipboard.unmanaged"

    // MARK: Storage
    /// The policy lets copies be saved anywhere.
    case saveAllowed = "save.allowed"

    // MARK: Sharing
    /// The policy lets organization data go to every app.
    case sendOutboundAllApps = "send.outbound.allApps"

    // MARK: Single settings
    /// The setting allows the feature.
    case settingAllowed = "setting.allowed"

    // MARK: Several accounts at once
    /// Content of several accounts, one of them managed, is shown at once, so the strictest policy is in force.
    case identityLockDown = "identity.lockDown"
}
