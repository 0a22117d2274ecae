import PolicyModel

extension ReasonExample {
    /// Reasons about opening links and apps.
    static let ofOpening: [ReasonCode: ReasonExample] = [
        .openRedirectInvalid: ReasonExample(
            policy: "policies: {work: {managedBrowserToOpenLinksRequired: true, customBrowserProtocol: data}}",
            when: "open: {url: https://example.net/}",
            then: "block"
        ),
        .openExempted: ReasonExample(
            policy: """
                policies:
                  work:
                    allowedOutboundDataTransferDestinations: managedApps
                    exemptedAppProtocols: [{value: skype;itms-apps}]
                """,
            when: "open: {url: skype:dana}",
            then: "allow"
        ),
        .openBrowserNotRequired: ReasonExample(
            when: "incoming: {url: https-intunemam://https%3A%2F%2Fcontoso.com%2F}",
            then: "allow"
        ),
        .openDialerAllApps: ReasonExample(
            when: "open: {url: tel:+15550100}",
            then: "allow"
        ),
        .openDialerManagedApps: ReasonExample(
            policy: "policies: {work: {dialerRestrictionLevel: managedApps}}",
            when: "open: {url: tel:+15550100}",
            then: "allow"
        ),
        .openDialerCustomApp: ReasonExample(
            policy: """
                policies: {work: {dialerRestrictionLevel: customApp, customDialerAppProtocol: example-dial}}
                """,
            when: "open: {url: tel:+15550100}",
            then: "route"
        ),
        .openDialerBlocked: ReasonExample(
            policy: "policies: {work: {dialerRestrictionLevel: blocked}}",
            when: "open: {url: tel:+15550100}",
            then: "block"
        ),
        .openMessagingAnyApp: ReasonExample(
            when: "open: {url: sms:+15550100}",
            then: "allow"
        ),
        .openMessagingAnyManagedApp: ReasonExample(
            policy: "policies: {work: {protectedMessagingRedirectAppType: anyManagedApp}}",
            when: "open: {url: sms:+15550100}",
            then: "allow"
        ),
        .openMessagingSpecificApps: ReasonExample(
            policy: """
                policies:
                  work:
                    protectedMessagingRedirectAppType: specificApps
                    messagingRedirectAppUrlScheme: example-text
                """,
            when: "open: {url: sms:+15550100}",
            then: "route"
        ),
        .openMessagingBlocked: ReasonExample(
            policy: "policies: {work: {protectedMessagingRedirectAppType: blocked}}",
            when: "open: {url: sms:+15550100}",
            then: "block"
        ),
        .openRedirectInvalidDialer: ReasonExample(
            policy: "policies: {work: {dialerRestrictionLevel: customApp}}",
            when: "open: {url: tel:+15550100}",
            then: "block"
        ),
        .openRedirectInvalidMessaging: ReasonExample(
            policy: "policies: {work: {protectedMessagingRedirectAppType: specificApps}}",
            when: "open: {url: sms:+15550100}",
            then: "block"
        ),
        .openOutboundAllApps: ReasonExample(
            when: "open: {url: example-notes:new}",
            then: "allow"
        ),
        .openOutboundNone: ReasonExample(
            policy: "policies: {work: {allowedOutboundDataTransferDestinations: none}}",
            when: "open: {url: contoso-scan:new}",
            then: "block"
        ),
        .openOutboundManagedApps: ReasonExample(
            policy: "policies: {work: {allowedOutboundDataTransferDestinations: managedApps}}",
            when: "open: {url: contoso-lens:scan}",
            then: "block"
        ),
        .openMail: ReasonExample(
            policy: "policies: {work: {allowedOutboundDataTransferDestinations: managedApps}}",
            when: "open: {url: mailto:alex@contoso.com?subject=Hello}",
            then: "route"
        ),
        .openMailNotInstalled: ReasonExample(
            policy: """
                policies: {work: {allowedOutboundDataTransferDestinations: managedApps}}
                apps: []
                """,
            when: "open: {url: mailto:alex@contoso.com}",
            then: "block"
        ),
        .openManagedAppKnown: ReasonExample(
            policy: "policies: {work: {allowedOutboundDataTransferDestinations: managedApps}}",
            when: "incoming: {url: contoso-mail-intunemam://contoso-mail%3Acompose}",
            then: "allow"
        ),
        .openManagedAppScheme: ReasonExample(
            policy: "policies: {work: {allowedOutboundDataTransferDestinations: managedApps}}",
            when: "open: {url: contoso-other-intunemam:new}",
            then: "allow"
        ),
        .openManagedAppDeclared: ReasonExample(
            policy: """
                policies: {work: {allowedOutboundDataTransferDestinations: managedApps}}
                apps:
                  - {id: com.example.talk, schemes: [contoso-plan]}
                  - {id: com.contoso.planner, managed: true, schemes: [contoso-plan-intunemam]}
                """,
            when: "open: {url: contoso-plan:new}",
            then: "route"
        ),
        .openTwinMissing: ReasonExample(
            policy: """
                policies: {work: {allowedOutboundDataTransferDestinations: managedApps}}
                apps: [{id: com.contoso.lens, managed: true, schemes: [contoso-lens]}]
                """,
            when: "open: {url: contoso-lens:scan}",
            then: "block"
        ),
        .openAppNotManaged: ReasonExample(
            policy: """
                policies: {work: {allowedOutboundDataTransferDestinations: managedApps}}
                apps: [{id: com.example.talk, schemes: [example-talk-intunemam]}]
                """,
            when: "open: {url: example-talk-intunemam:new}",
            then: "block"
        ),
        .openWrappedInvalid: ReasonExample(
            when: "incoming: {url: contoso-mail:compose}",
            then: "block"
        ),
        .openWrappedNested: ReasonExample(
            when: """
                incoming: {url: contoso-mail-intunemam://contoso-mail-intunemam%3A%2F%2Fcontoso-mail%253Acompose}
                """,
            then: "block"
        ),
        .openWrappedIdentity: ReasonExample(
            when: "incoming: {url: m-intunemam://m%3Anew?com.microsoft.intune.mam.identity=kim%40contoso.com}",
            then: "block"
        ),
        .openIncomingNone: ReasonExample(
            policy: "policies: {work: {allowedInboundDataTransferSources: none}}",
            when: "incoming: {url: contoso-mail-intunemam://contoso-mail%3Acompose}",
            then: "block"
        ),
        .openIncomingManagedApps: ReasonExample(
            policy: "policies: {work: {allowedInboundDataTransferSources: managedApps}}",
            when: "incoming: {url: https-intunemam://https%3A%2F%2Fcontoso.com%2F}",
            then: "block"
        ),
        .openIncomingSender: ReasonExample(
            policy: """
                policies:
                  files: {allowedOutboundDataTransferDestinations: managedApps}
                accounts: []
                apps: [{id: com.fabrikam.files, managed: true, policy: files}]
                """,
            when: """
                incoming: {url: contoso-mail-intunemam://contoso-mail%3Acompose, from: com.fabrikam.files}
                """,
            then: "block"
        ),
        .canOpenNoQuerySchemes: ReasonExample(
            when: "canOpen: {url: example-notes:new}",
            then: "block"
        ),
        .canOpenSchemeMissing: ReasonExample(
            policy: "app: {queriesSchemes: [mailto]}",
            when: "canOpen: {url: example-notes:new}",
            then: "block"
        ),
        .canOpenSchemeNotRead: ReasonExample(
            policy: """
                app:
                  linkedOn: ios27
                  queriesSchemes: [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z]
                """,
            when: "canOpen: {url: z:new}",
            then: "block"
        ),
        .canOpenTwinMissing: ReasonExample(
            policy: """
                app: {queriesSchemes: [contoso-pay]}
                policies: {work: {allowedOutboundDataTransferDestinations: managedApps}}
                apps: [{id: com.contoso.pay, managed: true, schemes: [contoso-pay-intunemam]}]
                """,
            when: "canOpen: {url: contoso-pay:new}",
            then: "block"
        ),
        .canOpenNotInstalled: ReasonExample(
            policy: """
                app: {queriesSchemes: [https]}
                apps: []
                """,
            when: "canOpen: {url: https://example.net/}",
            then: "block"
        ),
        .universalLinkOutboundAllApps: ReasonExample(
            when: "universalLink: {url: https://example.net/}",
            then: "allow"
        ),
        .universalLinkManaged: ReasonExample(
            policy: """
                policies:
                  work:
                    allowedOutboundDataTransferDestinations: managedApps
                    managedUniversalLinks: [https://*.sharepoint.com/*]
                """,
            when: "universalLink: {url: https://contoso.sharepoint.com/sites/a}",
            then: "allow"
        ),
        .universalLinkNotInstalled: ReasonExample(
            policy: """
                policies:
                  work:
                    allowedOutboundDataTransferDestinations: managedApps
                    managedUniversalLinks: [https://*.sharepoint.com/*]
                apps: []
                """,
            when: "universalLink: {url: https://contoso.sharepoint.com/sites/a}",
            then: "route"
        ),
        .universalLinkExempted: ReasonExample(
            policy: """
                policies:
                  work:
                    allowedOutboundDataTransferDestinations: managedApps
                    exemptedUniversalLinks: [https://maps.apple.com]
                """,
            when: "universalLink: {url: https://maps.apple.com/?q=Contoso}",
            then: "allow"
        ),
        .universalLinkNotAllowed: ReasonExample(
            policy: "policies: {work: {allowedOutboundDataTransferDestinations: managedApps}}",
            when: "universalLink: {url: https://example.net/}",
            then: "block"
        ),
    ]
}
