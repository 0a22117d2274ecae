import PolicyModel

extension ReasonExample {
    /// Reasons about URLs, identities, navigation, rules and connections.
    static let ofNavigation: [ReasonCode: ReasonExample] = [
        .urlInvalid: ReasonExample(
            when: "navigate: {url: https://contoso.com:99999/}",
            then: "block"
        ),
        .urlAmbiguous: ReasonExample(
            when: #"navigate: {url: https://docs.contoso.com\@evil.example/}"#,
            then: "block"
        ),
        .identityUnmanaged: ReasonExample(
            when: "save: {owner: none, to: box}",
            then: "allow"
        ),
        .identityUnknown: ReasonExample(
            policy: "accounts: [{account: dana@contoso.com}]",
            given: "{now: 2026-11-23T12:00:00Z}",
            first: [("signOut: dana@contoso.com", "success")],
            when: "launch: dana@contoso.com",
            then: "block"
        ),
        .navigationAbout: ReasonExample(
            when: "navigate: {url: about:blank}",
            then: "allow"
        ),
        .navigationHandledScheme: ReasonExample(
            policy: "app: {webViewHandledURLSchemes: [contoso-doc]}",
            when: "navigate: {url: contoso-doc:42}",
            then: "allow"
        ),
        .navigationEmbedded: ReasonExample(
            when: "navigate: {url: javascript:void(0), frame: sub}",
            then: "allow"
        ),
        .navigationLocalScheme: ReasonExample(
            when: "navigate: {url: about:config}",
            then: "block"
        ),
        .navigationSubresource: ReasonExample(
            when: "navigate: {url: https://cdn.example/logo.svg, frame: resource}",
            then: "allow"
        ),
        .ruleBlocked: ReasonExample(
            policy: """
                ruleSets:
                  corporate:
                    default: external
                    rules: [{id: gambling, class: blocked, domain: casino.example}]
                """,
            when: "navigate: {url: https://www.casino.example/}",
            then: "block"
        ),
        .ruleExternal: ReasonExample(
            policy: """
                ruleSets:
                  corporate:
                    default: internal
                    rules: [{id: public-site, class: external, host: www.contoso.com}]
                """,
            when: "navigate: {url: https://www.contoso.com/}",
            then: "allow"
        ),
        .ruleInternal: ReasonExample(
            policy: """
                ruleSets:
                  corporate: {default: external, rules: [{id: intranet, class: internal, domain: contoso.com}]}
                """,
            when: "navigate: {url: https://docs.contoso.com/}",
            then: "allow"
        ),
        .defaultBlocked: ReasonExample(
            policy: "ruleSets: {corporate: {default: blocked}}",
            when: "navigate: {url: https://search.example/}",
            then: "block"
        ),
        .defaultExternal: ReasonExample(
            policy: "ruleSets: {corporate: {default: external}}",
            when: "navigate: {url: https://search.example/}",
            then: "allow"
        ),
        .defaultInternal: ReasonExample(
            policy: "ruleSets: {corporate: {default: internal}}",
            when: "navigate: {url: https://search.example/}",
            then: "allow"
        ),
        .ruleLimit: ReasonExample(
            policy: #"""
                ruleSets:
                  corporate:
                    default: external
                    rules: [{id: slow, class: internal, regex: '^https://slow\.example/(?:[a-z]+)+[!;]'}]
                """#,
            when: "navigate: {url: https://slow.example/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa}",
            then: "block"
        ),
        .ruleOpaqueOrigin: ReasonExample(
            policy: "ruleSets: {corporate: {default: external}}",
            when: "navigate: {url: blob:null/5a1f}",
            then: "block"
        ),
        .delegateExternal: ReasonExample(
            when: "navigate: {url: https://news.example/, answer: external}",
            then: "allow"
        ),
        .delegateInternal: ReasonExample(
            when: "navigate: {url: https://contoso.com/feedback, answer: internal}",
            then: "allow"
        ),
        .delegateNoAnswer: ReasonExample(
            when: "navigate: {url: https://search.example/, answer: none}",
            then: "block"
        ),
        .navigationUnclassified: ReasonExample(
            when: "navigate: {url: https://contoso.com/}",
            then: "allow"
        ),
        .navigationNoAnswer: ReasonExample(
            policy: "ruleSets: {corporate: {default: external}}",
            when: "navigate: {url: blob:null/5a1f}",
            then: "block"
        ),
        .transitionPersonalAccount: ReasonExample(
            policy: """
                ruleSets:
                  corporate:
                    default: external
                    transitions: [personalAccount]
                    rules: [{id: gambling, class: blocked, domain: casino.example}]
                """,
            when: "navigate: {url: https://casino.example/}",
            then: "block"
        ),
        .transitionPrivateWindow: ReasonExample(
            policy: """
                ruleSets:
                  corporate:
                    default: external
                    transitions: [privateWindow]
                    rules: [{id: gambling, class: blocked, domain: casino.example}]
                """,
            when: "navigate: {url: https://casino.example/}",
            then: "block"
        ),
        .transitionNone: ReasonExample(
            policy: """
                ruleSets:
                  corporate:
                    default: external
                    rules: [{id: gambling, class: blocked, domain: casino.example}]
                """,
            when: "navigate: {url: https://casino.example/}",
            then: "block"
        ),
        .connectionUndecided: ReasonExample(
            policy: """
                ruleSets:
                  corporate:
                    default: external
                    rules: [{id: downloads, class: blocked, pattern: https://mixed.example/downloads/*}]
                """,
            when: "connection: {host: mixed.example, port: 443}",
            then: "block"
        ),
        .identityLockDown: ReasonExample(
            policy: """
                policies: {work: {}}
                accounts: [{account: dana@contoso.com, policy: work}, {account: dana@home.example}]
                """,
            given: "{user: [dana@contoso.com, dana@home.example], now: 2026-11-23T12:00:00Z}",
            when: "launch: {}",
            then: "block"
        ),
    ]
}
