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

    // MARK: Universal links
    /// The policy lets organization data go to every app.
    case universalLinkOutboundAllApps = "universalLink.outbound.allApps"

    // MARK: Clipboard
    /// Nothing that is copied or pasted is managed on either side.
    case clipboardUnmanaged = "clipboard.unmanaged"
    /// Both sides are the same managed account in the same app.
    case clipboardSameAccount = "clipboard.sameAccount"
    /// The owner's policy shares the clipboard with nobody.
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
