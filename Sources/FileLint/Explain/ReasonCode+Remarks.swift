import PolicyModel

extension ReasonCode {
    /// Why a reason is given whose cause is neither a rule nor a setting, and what to do; nil for a reason with such a
    /// cause, or with a ``launchRemark``.
    var remark: String? {
        switch self {
        // MARK: The URL
        case .urlInvalid:
            """
            A browser would not open it either, so no rule is evaluated. `demarc url` says what is wrong. Pass a \
            complete URL, with its scheme.
            """
        case .urlAmbiguous:
            """
            A rule would be about one destination, and the request might go to the other, so no rule is evaluated. \
            Pass a URL in canonical form, which `demarc url` shows. Only if all software that receives URLs from the \
            app reads them as browsers do, write `ambiguousURLs: canonicalize`.
            """
        case .urlReadingsDiffer:
            """
            Some servers remove parameters, merge slashes or decode a path before they choose a page, and servers \
            decode queries, so the request could reach what another rule protects. Write the rules so that all \
            readings of path and query are decided alike. For paths only, `readings: proxy` is enough behind a proxy \
            that provably normalizes them.
            """

        // MARK: Identities and views
        case .identityUnmanaged:
            """
            An account without a policy acts, or no account. Name a policy for the account if one should apply, or \
            set the identity that should act.
            """
        case .identityUnknown:
            """
            An unknown account may be a managed one, so nothing is allowed. Compare its spelling with `accounts`, \
            and sign it in.
            """
        case .identityLockDown:
            """
            Several accounts that act at once, one of them managed, never count as one account. Let a single account \
            act in the window to have its own policy in force.
            """
        case .viewUnknown:
            """
            Nothing is known about such a view, so nothing is allowed. Compare the id with `views`; a view that the \
            host creates has to be added to the engine first.
            """
        case .windowUnknown:
            """
            It may have been closed a moment ago, or its name is misspelled. Open a window with `openWindow`, or by \
            giving it a view or an identity, before you ask about it.
            """
        case .viewNotAWebView:
            "Ask about the web view in it that would show the URL. A view with `children` is a container."

        // MARK: Loads that need no classification
        case .navigationAbout:
            "`about:blank` and `about:srcdoc` are allowed for every account, and the page keeps its classification."
        case .navigationEmbedded:
            """
            A `data:` or `javascript:` URL in a frame or as a resource is allowed, and the page keeps its \
            classification. As the page itself it is blocked, with `navigation.localScheme`.
            """
        case .navigationLocalScheme:
            """
            Rules about hosts cannot cover the content of `file:`, `about:`, `data:` and `javascript:`, so these are \
            blocked for every account. Only an `about:` URL may be handled by the app, which names the scheme in \
            `webViewHandledURLSchemes`.
            """
        case .navigationSubresource:
            """
            Rules apply to resources only if the rule set has `subresources: block`, and then only the class \
            `blocked` has an effect. Add that to block resources.
            """

        // MARK: Rules and delegates
        case .ruleSetMissing:
            """
            There is no answer then whether the URL is external, and `navigation.noAnswer` says what follows. \
            Compare the name that the view has in `isExternalURL` with `ruleSets`, also after a reload.
            """
        case .ruleOpaqueOrigin:
            """
            Rules match a `blob:` URL by the origin in it, which here is neither `http` nor `https`. There is no \
            answer then, and `navigation.noAnswer` says what follows.
            """
        case .delegateExternal:
            """
            The host's code said so, in the request or through the view's delegate, and the policy decides where an \
            external URL opens. Correct the host's code if the URL is internal.
            """
        case .delegateInternal:
            """
            The host's code said so, in the request or through the view's delegate. It cannot allow what a rule set \
            blocks: attach a rule set to the view for what must stay blocked.
            """
        case .delegateThrew:
            """
            An error is never taken for `internal`: there is no answer, and `navigation.noAnswer` says what follows. \
            Handle the error in the delegate, or return nil there to let the view's rule set answer.
            """
        case .delegateLate:
            """
            The delegate missed its deadline, or too many calls to it are waiting. There is no answer then, and \
            `navigation.noAnswer` says what follows. Make the delegate faster, or let a rule set answer.
            """
        case .delegateUndecided:
            """
            The delegate returned nil, so `navigation.noAnswer` says what follows. Attach a rule set to the view, \
            which then answers.
            """
        case .delegateNoAnswer:
            """
            The request contained this as its answer, so `navigation.noAnswer` says what follows. Ask again once the \
            host knows whether the URL is external.
            """
        case .navigationUnclassified:
            """
            The view has neither delegate nor rule set. Name a rule set in its `isExternalURL` if some URLs are \
            external.
            """
        case .navigationNoAnswer:
            """
            The reason before this one says why. The page itself is passed to the browser that the policy requires; \
            without such a browser, and in a frame, the URL is blocked.
            """

        // MARK: Where it opens
        case .browserManaged:
            """
            The policy requires a browser for external links. The route is the canonical URL with the scheme \
            `microsoft-edge-http` or `microsoft-edge-https`.
            """
        case .browserNotInstalled:
            """
            The host says so, or the declared `apps` do. There is no route: the host offers to install the browser, \
            or shows the page in a viewer that is managed.
            """
        case .browserNotManaged:
            """
            According to `apps`, the installed browsers that handle the URL belong to another organization or to \
            none. Install one that the organization manages, or correct `apps`. Several accounts at once, one of them \
            managed, have no organization, so they reach no browser that `apps` declares.
            """
        case .browserUnroutable:
            """
            The policy requires a browser for external links, and browsers take only `http`, `https`, `ws` and \
            `wss`. If the view itself may load the URL, write a rule of the class `internal` with its scheme.
            """
        case .connectionInspected:
            """
            The proxy asks about each request inside the tunnel, so the tunnel may be opened although some of the \
            requests will be blocked.
            """

        // MARK: The classification of the page
        case .pageExternal:
            """
            It belongs to no organization, and what is pasted or uploaded there leaves the organization, as far as \
            the policy lets it. Write a rule of the class `internal` if the site belongs to the organization.
            """
        case .pageExternalFrame:
            "An upload into such a frame is decided like one to an unmanaged page, whatever the page around it."
        case .pageUnmanagedIdentity:
            """
            Signing in or switching the identity does not change a page that is shown. Load it again under the \
            managed account.
            """
        case .pageUnmanagedView:
            "A new tag of the view does not change a page that is shown. Load the page again."
        case .pageLoadedFor:
            "Switching the identity does not change this. The policy of that account decides what may leave the page."
        case .pageOwnerUnknown:
            """
            It was signed out, is no longer managed, or is not in the policy. Sign the account in again if the \
            policy still manages it, or load another page.
            """
        case .pageBlockUpload:
            """
            While it is shown, nothing may be pasted into it or uploaded through it, even if the view's tag has \
            changed since. Load it again in a view without `currentIdentityBlockUpload`.
            """
        case .viewUnset:
            """
            No view above it has a tag either, and the app does not set `treatAllWebViewsAsUnmanaged`. Write \
            `policy` at the view if it should act differently.
            """

        // MARK: Opening
        case .openTwinMissing:
            """
            The twin is the scheme with `-intunemam` appended. If the app handles it, add it to the schemes of the \
            app in `apps`.
            """
        case .openAppNotManaged:
            """
            This is what `apps` says; correct it there if the app is managed. A dialer or messaging app that the \
            policy names still opens, as an unmanaged app. If an app of the organization handles the same scheme or \
            link, the link is still opened for that app, but the system may open the other one.
            """
        case .openWrappedInvalid:
            """
            Its form is wrong, it contains a claim twice, or its scheme is not the twin of the scheme inside. The \
            sender should wrap the link again, as `Evaluator.wrappedRoute(of:)` does.
            """
        case .openWrappedTooLong:
            "A wrapped link may have at most 64 KiB. The sender should pass a shorter link."
        case .openWrappedNested:
            """
            A link is unwrapped only once, so the destination inside cannot be decided on. The sender should wrap \
            the link once.
            """
        case .openWrappedIdentity:
            """
            The account that it names is managed or unknown, and does not act here. Switch to that account, and open \
            the link again.
            """
        case .canOpenNotInstalled:
            """
            According to `apps`, no installed app handles the scheme that would be opened, which may be the twin. \
            Install such an app, or correct `apps`.
            """
        case .universalLinkNotInstalled:
            "This is what `apps` says. The link opens in the managed browser, because it is meant for managed apps."

        // MARK: Clipboard and uploads
        case .clipboardUnmanaged, .uploadUnmanaged:
            """
            A policy applies only if the owner or the destination is managed. If one of them should be, the reasons \
            before this one name the page or the view that made it unmanaged.
            """
        case .clipboardSameAccount, .uploadSameAccount:
            """
            Content moves freely within one account of one app, whatever the policy's level. Two accounts of one \
            organization are different accounts, and so are an account here and in another app.
            """
        case .clipboardOutboundOtherApp, .clipboardInboundOtherApp, .uploadOutboundOtherApp:
            """
            `apps` names no policy for it, so that only the policy of the other side is evaluated. Name the policy of \
            the app there to have both evaluated.
            """
        case .clipboardBlockUpload, .uploadBlockUpload:
            """
            Its tag is `currentIdentityBlockUpload`, or was when the page was loaded. That counts for every account \
            and page; use another view.
            """
        case .clipboardOwnerUnknown:
            """
            Since the content was copied, its account or app has left the policy, is no longer managed, or belongs \
            to another organization; or several accounts acted when it was copied. Copy it again.
            """

        // MARK: Transfer
        case .saveAccountDocument:
            """
            The data stays with its owner, so it does not matter whether `allowedDataStorageLocations` lists the \
            place.
            """
        case .openFromOrganization:
            """
            The local storage and the documents of an account of the receiver's organization are no foreign sources, \
            so it does not matter what `allowedDataIngestionLocations` lists.
            """
        case .receiveSenderUnnamed:
            """
            Its data is taken to stay in its organization. Name the policy of the app in `apps`, or receive the data \
            under an account of that organization.
            """

        // MARK: App configuration and access
        case .configValue:
            """
            If several configurations have one, the query decides which is given, and never the order of the \
            documents. The reason names the place of the smallest.
            """
        case .configDefault:
            """
            A default counts only if no other configuration that applies to the account has the key. Add the key to \
            one of those to replace it.
            """
        case .configAbsent:
            """
            An account that is unmanaged or not signed in has no configuration, and one from device management \
            reaches only the user of the device, whom `mdmUser` names. Compare `accounts` and the spelling of the \
            key, which is compared byte by byte.
            """
        case .configInvalid:
            """
            One value of another type makes the whole answer invalid. The reason names its place; write a value of \
            the requested type there.
            """
        case .configToken:
            "Such a value looks like `{{userprincipalname}}`. Write the value itself, or ask on a managed device."
        case .configQuery:
            """
            `or` and `and` are queries about Booleans, `min` and `max` about texts and numbers. Ask with a query \
            that fits the type.
            """
        case .configConflict:
            """
            Two values that are not defaults differ. Give the key one value, or ask with a query that chooses among \
            several.
            """
        case .accessPINAccepted:
            "It satisfies what the policy requires of the length, the characters and the reuse of PINs."
        default: nil
        }
    }
}
