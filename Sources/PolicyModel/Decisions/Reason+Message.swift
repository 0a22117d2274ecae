extension Reason {
    /// An English sentence fit to show a user.
    ///
    /// It is made when it is read, so that a decision nobody asks about pays nothing for it.
    public var message: String {
        guard let because = rule?.because else { return code.sentence(rule: rule?.id) }
        return "\(code.sentence(rule: rule?.id)) \(because)"
    }
}

extension ReasonCode {
    /// What the code says, as a sentence.
    ///
    /// - Parameter rule: The id of the rule behind the reason, named where the sentence speaks of one.
    /// - Returns: The sentence, with its period.
    public func sentence(rule: String? = nil) -> String {
        let rule = rule.map { "Rule “\($0)”" } ?? "A rule"
        return switch self {
        case .urlInvalid: "This is not a valid URL."
        case .urlAmbiguous: "Other software would read another host in this URL than a browser does."
        case .identityUnmanaged: "The account that acts is not managed, so nothing is enforced."
        case .identityUnknown: "The account that acts is not one that the policy knows."
        case .viewUnknown: "The view does not exist, or no longer."
        case .viewNotAWebView: "The view is a container and loads no URLs."
        case .navigationAbout: "An empty page shows nothing of its own."
        case .navigationHandledScheme: "The app's web views handle this scheme themselves."
        case .navigationEmbedded: "Embedded content belongs to the page it stands in."
        case .navigationLocalScheme: "Pages of this scheme are never navigated to."
        case .navigationSubresource: "Resources of an allowed page load."
        case .ruleBlocked: "\(rule) blocks this URL."
        case .ruleExternal: "\(rule) says that this URL is outside the organization."
        case .ruleInternal: "\(rule) says that this URL is an organizational location."
        case .defaultBlocked: "No rule matches, and what no rule matches is blocked."
        case .defaultExternal: "No rule matches, and what no rule matches is outside the organization."
        case .defaultInternal: "No rule matches, and what no rule matches is an organizational location."
        case .ruleLimit: "A regular expression was too expensive to finish, and the answer depends on it."
        case .ruleSetMissing: "The rule set that answers for this view is not in the policy."
        case .ruleOpaqueOrigin: "This URL belongs to no origin that rules could be asked about."
        case .delegateExternal: "The app says that this URL is outside the organization."
        case .delegateInternal: "The app says that this URL is an organizational location."
        case .delegateThrew: "The app failed to say whether this URL is outside the organization."
        case .delegateLate: "The app did not say in time whether this URL is outside the organization."
        case .delegateUndecided: "The app leaves the answer to a rule set, and the view has none."
        case .delegateNoAnswer: "The app did not say whether this URL is outside the organization."
        case .navigationUnclassified:
            "Nothing tells internal from external URLs for this view, so all count as internal."
        case .navigationNoAnswer: "Nothing could say whether this URL is outside the organization."
        case .transitionPersonalAccount: "It may be opened with a personal account."
        case .transitionPrivateWindow: "It may be opened in a private window."
        case .transitionNone: "No other way to open it is offered."
        case .browserRequired: "External links must open in the browser that the policy names."
        case .browserNotRequired: "External links may open in the app."
        case .browserManaged: "It opens in the managed browser."
        case .browserCustom: "It opens in the browser of the policy's custom protocol, where content is unmanaged."
        case .browserNotInstalled:
            "The managed browser must be installed first; an embedded managed viewer may stand in."
        case .browserUnroutable: "No browser can be handed a URL of this scheme."
        case .openRedirectInvalid: "The custom browser protocol of the policy is not a URL scheme."
        case .pageExternal: "The page is unmanaged while it is shown."
        case .viewUnmanaged: "The view is marked as unmanaged."
        case .viewCurrentIdentity: "The view acts as the current account."
        case .viewCurrentIdentityBlockUpload: "The view acts as the current account, and uploads are blocked."
        case .viewUnset: "The view has no mark of its own and acts as the current account."
        case .viewTreatAllAsUnmanaged: "The view has no mark of its own, and the app treats such views as unmanaged."

        // MARK: Opening
        case .openUndecided: "Opening other apps is not decided by this version, so it is blocked."
        case .openExempted: "The policy exempts links of this scheme."
        case .openBrowserNotRequired: "Web links may open in any browser."
        case .openDialerAllApps: "Phone numbers may open in every app."
        case .openDialerManagedApps: "Phone numbers may open in managed apps only."
        case .openDialerCustomApp: "Phone numbers open in the dialer that the policy names."
        case .openDialerBlocked: "Phone numbers may not be opened."
        case .openMessagingAnyApp: "Messages may be written in every app."
        case .openMessagingAnyManagedApp: "Messages may be written in managed apps only."
        case .openMessagingSpecificApps: "Messages are written in the app that the policy names."
        case .openMessagingBlocked: "Messages may not be written in another app."
        case .openRedirectInvalidDialer: "The custom dialer of the policy is missing or is not a URL scheme."
        case .openRedirectInvalidMessaging: "The messaging app of the policy is missing or is not a URL scheme."
        case .openOutboundAllApps: "The policy lets every app be opened."
        case .openOutboundNone: "The policy lets links open no other app."
        case .openOutboundManagedApps: "Links may open managed apps only, and no managed app is known for this one."
        case .openMail: "Mail is written in the managed mail app."
        case .openMailNotInstalled: "No managed mail app of the organization is installed."
        case .openManagedAppKnown: "The app knows that a managed app opens this link."
        case .openManagedAppScheme: "Only managed apps open links of this scheme."
        case .openManagedAppDeclared: "A managed app of the organization opens this link."
        case .openTwinMissing:
            "A managed app of the organization handles this scheme, but not its managed twin, so it cannot be reached."
        case .openWrappedInvalid: "The link from another app is not wrapped as managed apps wrap links."
        case .openWrappedTooLong: "The link from another app is too long."
        case .openWrappedNested: "The link from another app is wrapped more than once."
        case .openWrappedIdentity: "The link from another app belongs to another account."
        case .openIncomingNone: "The policy takes no links from other apps."
        case .openIncomingManagedApps: "The policy takes links from managed apps of the organization only."
        case .openIncomingSender: "The sending app does not let its links come to an unmanaged account."
        case .canOpenNoQuerySchemes: "The app declares no schemes that it asks the system about."
        case .canOpenSchemeMissing: "The app does not declare that it asks about this scheme."
        case .canOpenSchemeNotRead: "The app declares this scheme too late in its list for the system to read it."
        case .canOpenTwinMissing: "The app does not declare that it asks about the managed twin of this scheme."
        case .canOpenNotInstalled: "No installed app opens this link."

        // MARK: Universal links
        case .universalLinkOutboundAllApps: "The policy lets links open every app."
        case .universalLinkManaged: "A managed app opens this link."
        case .universalLinkNotInstalled: "No managed app of the organization that opens this link is installed."
        case .universalLinkExempted: "The policy exempts this link."
        case .universalLinkNotAllowed: "The link may open no app; it loads as a web page."

        // MARK: Clipboard
        case .clipboardUnmanaged: "Neither side is managed."

        // MARK: Storage
        case .saveAllowed: "The policy lets copies be saved anywhere."

        // MARK: Sharing
        case .sendOutboundAllApps: "The policy lets organization data be sent to every app."

        // MARK: Single settings
        case .settingAllowed: "The policy allows this."

        // MARK: Several accounts at once
        case .identityLockDown: "Several accounts are shown at once, so the strictest policy is in force."
        }
    }
}
