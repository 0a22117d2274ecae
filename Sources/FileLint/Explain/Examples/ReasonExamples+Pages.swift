import PolicyModel

extension ReasonExample {
    /// Reasons about pages, views and the browser that links are routed to.
    static let ofPages: [ReasonCode: ReasonExample] = [
        .browserRequired: ReasonExample(
            policy: "policies: {work: {managedBrowserToOpenLinksRequired: true}}",
            when: "open: {url: https://example.net/}",
            then: "route"
        ),
        .browserNotRequired: ReasonExample(
            policy: "ruleSets: {corporate: {default: external}}",
            when: "navigate: {url: https://search.example/}",
            then: "allow"
        ),
        .browserManaged: ReasonExample(
            policy: "policies: {work: {managedBrowserToOpenLinksRequired: true}}",
            when: "open: {url: https://example.net/}",
            then: "route"
        ),
        .browserCustom: ReasonExample(
            policy: """
                policies:
                  work: {managedBrowserToOpenLinksRequired: true, customBrowserProtocol: contoso-browser://}
                """,
            when: "open: {url: https://example.net/}",
            then: "route"
        ),
        .browserNotInstalled: ReasonExample(
            policy: "policies: {work: {managedBrowserToOpenLinksRequired: true}}",
            given: "{installed: []}",
            when: "open: {url: https://example.net/}",
            then: "route"
        ),
        .browserSafariOverride: ReasonExample(
            policy: """
                app: {safariViewControllerBlockedOverride: true}
                policies: {work: {managedBrowserToOpenLinksRequired: true}}
                ruleSets: {corporate: {default: external}}
                """,
            given: "{installed: []}",
            when: "navigate: {url: https://example.net/}",
            then: "route"
        ),
        .browserNotManaged: ReasonExample(
            policy: """
                policies: {work: {managedBrowserToOpenLinksRequired: true}}
                apps: [{id: com.microsoft.msedge}]
                """,
            when: "open: {url: https://example.net/}",
            then: "route"
        ),
        .browserUnroutable: ReasonExample(
            policy: """
                policies: {work: {managedBrowserToOpenLinksRequired: true}}
                ruleSets:
                  corporate: {default: external, rules: [{id: scan, class: external, scheme: contoso-scan}]}
                """,
            when: "navigate: {url: contoso-scan:new}",
            then: "block"
        ),
        .pageExternal: ReasonExample(
            given: "{views: {other: {page: external}}}",
            when: "setting: {name: print, in: other}",
            then: "allow"
        ),
        .pageExternalFrame: ReasonExample(
            policy: "views: [{id: page}]",
            when: "save: {from: {view: page, frame: external}, to: dropbox}",
            then: "allow"
        ),
        .pageUnmanagedIdentity: ReasonExample(
            policy: """
                accounts: []
                views: [{id: page}]
                """,
            first: [("navigate: {url: https://news.example/}", "allow")],
            when: "copy: {from: page}",
            then: "plain"
        ),
        .pageUnmanagedView: ReasonExample(
            given: "{views: {page: {policy: unmanaged}}}",
            first: [("navigate: {view: page, url: https://contoso.com/}", "allow")],
            lastGiven: "{views: {page: {policy: currentIdentity}}}",
            when: "copy: {from: page}",
            then: "plain"
        ),
        .pageLoadedFor: ReasonExample(
            policy: """
                policies: {work: {}}
                accounts: [{account: dana@contoso.com, policy: work}]
                """,
            given: "{views: {page: {page: {loadedFor: dana@contoso.com}}}}",
            when: "upload: {from: native, into: page}",
            then: "allow"
        ),
        .pageOwnerUnknown: ReasonExample(
            policy: """
                policies: {work: {}}
                accounts: [{account: dana@contoso.com, policy: work}]
                """,
            given: "{views: {page: {page: {loadedFor: dana@contoso.com}}}}",
            first: [("signOut: dana@contoso.com", "success")],
            when: "copy: {from: page}",
            then: "block"
        ),
        .pageBlockUpload: ReasonExample(
            policy: "views: [{id: kiosk, policy: currentIdentityBlockUpload}]",
            first: [("navigate: {url: https://contoso.com/}", "allow")],
            lastGiven: "{views: {kiosk: {policy: currentIdentity}}}",
            when: "upload: {from: native, into: kiosk}",
            then: "block"
        ),
        .viewUnmanaged: ReasonExample(
            given: "{views: {page: {policy: unmanaged}}}",
            when: "copy: {from: page}",
            then: "plain"
        ),
        .viewCurrentIdentity: ReasonExample(
            policy: "views: [{id: D, policy: currentIdentity}]",
            when: "navigate: {url: https://contoso.com/news}",
            then: "allow"
        ),
        .viewCurrentIdentityBlockUpload: ReasonExample(
            policy: "views: [{id: kiosk, policy: currentIdentityBlockUpload}]",
            when: "navigate: {url: https://contoso.com/}",
            then: "allow"
        ),
        .viewUnset: ReasonExample(
            when: "navigate: {url: https://contoso.com/}",
            then: "allow"
        ),
        .viewTreatAllAsUnmanaged: ReasonExample(
            policy: """
                app: {treatAllWebViewsAsUnmanaged: true}
                views: [{id: notice}]
                """,
            when: "copy: {from: notice}",
            then: "plain"
        ),
    ]
}
