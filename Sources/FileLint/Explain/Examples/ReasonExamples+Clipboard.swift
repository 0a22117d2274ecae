import PolicyModel

extension ReasonExample {
    /// Reasons about the clipboard and uploads.
    static let ofClipboard: [ReasonCode: ReasonExample] = [
        .clipboardUnmanaged: ReasonExample(
            given: "{views: {page: {policy: unmanaged}}}",
            when: "copy: {from: page}",
            then: "plain"
        ),
        .clipboardSameAccount: ReasonExample(
            policy: "views: [{id: page}]",
            when: "paste: {from: native, into: page}",
            then: "allow"
        ),
        .clipboardOutboundBlocked: ReasonExample(
            policy: "policies: {work: {allowedOutboundClipboardSharingLevel: blocked}}",
            when: "paste: {from: native, into: app:com.example.notes}",
            then: "block"
        ),
        .clipboardOutboundManagedApps: ReasonExample(
            policy: """
                policies: {work: {allowedOutboundClipboardSharingLevel: managedApps}}
                views: [{id: page}]
                """,
            when: "copy: {from: page}",
            then: "protected"
        ),
        .clipboardOutboundManagedAppsWithPasteIn: ReasonExample(
            policy: """
                policies: {work: {allowedOutboundClipboardSharingLevel: managedAppsWithPasteIn}}
                accounts: [{account: dana@contoso.com, policy: work}]
                """,
            when: "copy: {from: account:dana@contoso.com}",
            then: "protected"
        ),
        .clipboardOutboundAllApps: ReasonExample(
            policy: """
                policies: {work: {}}
                accounts: [{account: dana@contoso.com, policy: work}]
                """,
            when: "copy: {from: account:dana@contoso.com}",
            then: "plain"
        ),
        .clipboardOutboundOtherApp: ReasonExample(
            policy: """
                accounts: [{account: dana@contoso.com}]
                apps: [{id: com.contoso.scanner, managed: true}]
                """,
            when: "paste: {from: app:com.contoso.scanner, into: account:dana@contoso.com}",
            then: "allow"
        ),
        .clipboardInboundBlocked: ReasonExample(
            policy: """
                policies: {work: {allowedOutboundClipboardSharingLevel: blocked}}
                accounts: [{account: dana@contoso.com, policy: work}]
                """,
            when: "paste: {from: app:com.example.notes, into: account:dana@contoso.com}",
            then: "block"
        ),
        .clipboardInboundManagedApps: ReasonExample(
            policy: """
                policies: {work: {allowedOutboundClipboardSharingLevel: managedApps}}
                views: [{id: page}]
                """,
            when: "paste: {from: app:com.example.notes, into: page}",
            then: "block"
        ),
        .clipboardInboundManagedAppsWithPasteIn: ReasonExample(
            policy: "policies: {work: {allowedOutboundClipboardSharingLevel: managedAppsWithPasteIn}}",
            when: "paste: {from: app:com.example.notes, into: native}",
            then: "allow"
        ),
        .clipboardInboundAllApps: ReasonExample(
            policy: """
                policies: {work: {}}
                accounts: [{account: dana@contoso.com, policy: work}]
                """,
            when: "paste: {from: app:com.example.notes, into: account:dana@contoso.com}",
            then: "allow"
        ),
        .clipboardInboundOtherApp: ReasonExample(
            policy: """
                accounts: [{account: dana@contoso.com}]
                apps: [{id: com.contoso.scanner, managed: true}]
                """,
            when: "paste: {from: account:dana@contoso.com, into: app:com.contoso.scanner}",
            then: "allow"
        ),
        .clipboardException: ReasonExample(
            policy: """
                policies:
                  work:
                    allowedOutboundClipboardSharingLevel: managedApps
                    allowedOutboundClipboardSharingExceptionLength: 10
                accounts: [{account: dana@contoso.com, policy: work}]
                """,
            when: "paste: {from: account:dana@contoso.com, into: app:com.example.notes}",
            then: "allow"
        ),
        .clipboardBlockUpload: ReasonExample(
            policy: "views: [{id: kiosk, policy: currentIdentityBlockUpload}]",
            when: "paste: {from: native, into: {view: kiosk, frame: external}}",
            then: "block"
        ),
        .clipboardOwnerUnknown: ReasonExample(
            policy: """
                policies: {work: {allowedOutboundClipboardSharingLevel: managedApps}}
                accounts: [{account: dana@contoso.com, policy: work}, {account: alex@contoso.com}]
                """,
            first: [
                ("copy: {from: account:dana@contoso.com}", "protected"), ("signOut: dana@contoso.com", "success"),
            ],
            when: "paste: {from: pasteboard, into: account:alex@contoso.com}",
            then: "block"
        ),
        .uploadUnmanaged: ReasonExample(
            policy: """
                accounts: []
                views: [{id: page}]
                """,
            when: "upload: {from: app:com.example.notes, into: page}",
            then: "allow"
        ),
        .uploadSameAccount: ReasonExample(
            policy: "views: [{id: page}]",
            when: "upload: {from: native, into: page}",
            then: "allow"
        ),
        .uploadOutboundNone: ReasonExample(
            policy: """
                policies: {work: {allowedOutboundDataTransferDestinations: none}}
                accounts: [{account: dana@contoso.com}, {account: alex@contoso.com, policy: work}]
                views: [{id: page}]
                """,
            given: "{user: dana@contoso.com}",
            when: "upload: {from: account:alex@contoso.com, into: page}",
            then: "block"
        ),
        .uploadOutboundManagedApps: ReasonExample(
            policy: """
                app: {treatAllWebViewsAsUnmanaged: true}
                policies: {work: {allowedOutboundDataTransferDestinations: managedApps}}
                views: [{id: A}, {id: D, policy: currentIdentity}]
                """,
            when: "upload: {from: D, into: A}",
            then: "block"
        ),
        .uploadOutboundAllApps: ReasonExample(
            given: "{views: {page: {policy: unmanaged}}}",
            when: "upload: {from: native, into: page}",
            then: "allow"
        ),
        .uploadOutboundOtherApp: ReasonExample(
            policy: """
                apps: [{id: com.contoso.scanner, managed: true}]
                views: [{id: page}]
                """,
            when: "upload: {from: app:com.contoso.scanner, into: page}",
            then: "allow"
        ),
        .uploadInboundNone: ReasonExample(
            policy: """
                policies: {work: {allowedOutboundDataTransferDestinations: none}}
                views: [{id: page}]
                """,
            when: "upload: {from: app:com.example.notes, into: page}",
            then: "block"
        ),
        .uploadInboundManagedApps: ReasonExample(
            policy: """
                policies: {work: {allowedOutboundDataTransferDestinations: managedApps}}
                views: [{id: page}]
                """,
            when: "upload: {from: app:com.example.notes, into: page}",
            then: "block"
        ),
        .uploadInboundAllApps: ReasonExample(
            policy: "views: [{id: page}]",
            when: "upload: {from: app:com.example.notes, into: page}",
            then: "allow"
        ),
        .uploadBlockUpload: ReasonExample(
            policy: "views: [{id: kiosk, policy: currentIdentityBlockUpload}]",
            when: "upload: {from: native, into: kiosk}",
            then: "block"
        ),
    ]
}
