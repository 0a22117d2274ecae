/// The pieces of files that `demarc explain` shows for the codes of readers.
enum ReadingExamples {
    /// A rule or a whole document that has the finding, by its code. Missing are codes that no short text has, such as
    /// those about encodings, sizes and other files.
    static let all: [String: String] = [
        "conflict-marker": """
        <<<<<<< ours
        <plist version="1.0"><dict/></plist>
        =======
        <plist version="1.0"><array/></plist>
        >>>>>>> theirs
        """,
        "preprocessor-directive": """
        #include "Base.plist"
        <plist version="1.0"><dict/></plist>
        """,
        "invalid-yaml": """
        demarc: 1
        policies: {work: {printBlocked: true}
        """,
        "invalid-json": ##"{"@odata.type": "#microsoft.graph.iosManagedAppProtection", "printBlocked": true,}"##,
        "several-documents": """
        demarc: 1
        ---
        demarc: 1
        """,
        "unknown-alias": """
        demarc: 1
        policies: {work: *strict}
        """,
        "unsupported-tag": """
        demarc: 1
        user: !!binary ZGFuYQ==
        """,
        "unsupported-directive": """
        %TAG ! tag:example.com,2026:
        ---
        demarc: 1
        """,
        "duplicate-key": """
        demarc: 1
        policies: {work: {printBlocked: true, printBlocked: false}}
        """,
        "key-not-text": """
        demarc: 1
        policies: {[work]: {printBlocked: true}}
        """,
        "wrong-type": """
        demarc: 1
        policies: {work: {printBlocked: "true"}}
        """,
        "unknown-key": """
        demarc: 1
        policies: {work: {printBlock: true}}
        """,
        "unknown-value": """
        demarc: 1
        policies: {work: {dialerRestrictionLevel: none}}
        """,
        "missing-key": "policies: {work: {printBlocked: true}}",
        "missing-value": """
        demarc: 1
        policies:
        """,
        "out-of-range": """
        demarc: 1
        policies: {work: {minimumPinLength: -4}}
        """,
        "unsupported-version": "demarc: 2",
        "unknown-name": """
        demarc: 1
        accounts: [{account: dana@contoso.com, policy: strict}]
        """,
        "duplicate-name": """
        demarc: 1
        views: [{id: page}, {id: page}]
        """,
        "ambiguous-default": """
        demarc: 1
        ruleSets: {first: {default: external}, second: {default: internal}}
        """,
        "cycle": """
        demarc: 1
        views: [{id: a, parent: b, webView: false}, {id: b, parent: a, webView: false}]
        """,
        "invalid-scheme": "- {id: a, class: internal, scheme: 'contoso doc'}",
        "scheme-never-handled": """
        demarc: 1
        app: {webViewHandledURLSchemes: [javascript]}
        """,
        "invalid-color": """
        demarc: 1
        app: {accentColor: blue}
        """,
        "invalid-duration": """
        demarc: 1
        policies: {work: {periodBeforePinReset: 90 days}}
        """,
        "invalid-version": """
        demarc: 1
        policies: {work: {minimumRequiredOsVersion: 17.x}}
        """,
        "invalid-instant": """
        demarc-test: 1
        policy: policy.yaml
        scenarios:
          - name: Monday
            given: {now: 2026-11-23}
            when: {launch: {}}
            then: {verdict: allow}
        """,
        "no-policy": #"{"value": []}"#,
        "partial-policy": ##"{"@odata.type": "#microsoft.graph.iosManagedAppProtection", "displayName": "Staff"}"##,
        "other-policy": """
        {"value": [
          {"@odata.type": "#microsoft.graph.iosManagedAppProtection", "printBlocked": true},
          {"@odata.type": "#microsoft.graph.androidManagedAppProtection", "displayName": "Android"}
        ]}
        """,
        "policy-reach": """
        {"@odata.type": "#microsoft.graph.iosManagedAppProtection",
          "isAssigned": false, "printBlocked": true}
        """,
        "mixed-forms": """
        {"@odata.type": "#microsoft.graph.iosManagedAppProtection",
          "printBlocked": true, "AppSharingFromLevel": 1}
        """,
        "second-managed-account": """
        demarc: 1
        policies: {work: {}}
        accounts:
          - {account: dana@contoso.com, policy: work}
          - {account: kim@fabrikam.com, policy: work}
        """,
        "not-managed": """
        demarc: 1
        apps: [{id: com.example.notes, organization: contoso}]
        """,
        "web-view-with-children": """
        demarc: 1
        views: [{id: page, webView: true, children: [{id: frame}]}]
        """,
        "external-on-container": """
        demarc: 1
        ruleSets: {corporate: {default: external}}
        views: [{id: page, webView: false, isExternalURL: corporate}]
        """,
        "invalid-url": "- {id: a, class: internal, url: 'https://contoso.com:99999/'}",
        "rule-without-matcher": "- {id: a, class: internal}",
        "unknown-variable": """
        demarc-test: 1
        policy: policy.yaml
        scenarios:
          - name: "${level}"
            when: {open: {url: "tel:1"}}
            then: {verdict: allow}
        """,
        "unused-variable": """
        demarc-test: 1
        policy: policy.yaml
        scenarios:
          - name: Calls
            matrix: {level: [1, 2]}
            when: {open: {url: "tel:1"}}
            then: {verdict: allow}
        """,
        "several-requests": """
        demarc-test: 1
        policy: policy.yaml
        scenarios:
          - name: Calls
            when: {open: {url: "tel:1"}, canOpen: {url: "tel:1"}}
            then: {verdict: allow}
        """,
        "nothing-copied": """
        demarc-test: 1
        policy: policy.yaml
        scenarios:
          - name: Paste
            when: {paste: {from: pasteboard, into: native}}
            then: {verdict: allow}
        """,
        "expects-nothing": """
        demarc-test: 1
        policy: policy.yaml
        scenarios:
          - name: Calls
            when: {open: {url: "tel:1"}}
            then: {}
        """,
        "old-style-property-list": "{ CFBundleName = Contoso; }",
        "invalid-xml": #"<plist version="1.0"><dict><key>a & b</key><true/></dict></plist>"#,
        "mismatched-tag": #"<plist version="1.0"><dict><key>a</key><true/></array></plist>"#,
        "trailing-content": #"<plist version="1.0"><dict/></plist><plist/>"#,
        "entity-declaration": """
        <!DOCTYPE plist [<!ENTITY name "Contoso">]>
        <plist version="1.0"><dict/></plist>
        """,
        "unknown-entity": #"<plist version="1.0"><string>&nbsp;</string></plist>"#,
        "unknown-element": #"<plist version="1.0"><dict><key>a</key><boolean/></dict></plist>"#,
        "stray-text": #"<plist version="1.0"><dict>Contoso<key>a</key><true/></dict></plist>"#,
        "several-values": #"<plist version="1.0"><dict/><dict/></plist>"#,
        "invalid-number": #"<plist version="1.0"><dict><key>a</key><integer>1.5</integer></dict></plist>"#,
        "invalid-date": #"<plist version="1.0"><dict><key>a</key><date>27 November</date></dict></plist>"#,
        "invalid-data": #"<plist version="1.0"><dict><key>a</key><data>!</data></dict></plist>"#,
        "empty": "- {id: a, class: internal, domain: ''}",
        "space": "- {id: a, class: internal, domain: contoso .com}",
        "has-scheme": "- {id: a, class: internal, domain: 'https://contoso.com'}",
        "has-credentials": "- {id: a, class: internal, edge: 'https://dana@contoso.com'}",
        "has-port": "- {id: a, class: internal, domain: 'contoso.com:8443'}",
        "has-path": "- {id: a, class: internal, domain: contoso.com/plan}",
        "wildcard": "- {id: a, class: internal, domain: '*.contoso.com'}",
        "leading-dot": "- {id: a, class: internal, domain: .contoso.com}",
        "trailing-dot": "- {id: a, class: internal, domain: contoso.com.}",
        "empty-label": "- {id: a, class: internal, domain: contoso..com}",
        "invalid-character": "- {id: a, class: internal, domain: contoso!.com}",
        "invalid-domain": "- {id: a, class: internal, domain: xn--tešla.example}",
        "is-address": "- {id: a, class: internal, domain: 10.0.0.1}",
        "missing-brackets": "- {id: a, class: internal, host: 'fd00::1'}",
        "invalid-address": "- {id: a, class: internal, address: 10.0.0.256}",
        "address-spelling": "- {id: a, class: internal, host: 0x7f.0.0.1}",
        "invalid-prefix-length": "- {id: a, class: internal, address: 10.0.0.0/33}",
        "host-bits-set": "- {id: a, class: internal, address: 10.0.0.1/8}",
        "not-lower-case": "- {id: a, class: internal, scheme: Contoso-Doc}",
        "invalid-pattern": "- {id: a, class: internal, pattern: 'https://{contoso.com/'}",
        "invalid-regex": "- {id: a, class: internal, regex: '^https://(contoso'}",
        "regex-too-large": "- {id: a, class: internal, regex: '^https://(?:(?:[a-z]{1,900}){900}){90}/'}",
        "missing-scheme": "- {id: a, class: internal, edge: contoso.com}",
        "separator": "- {id: a, class: internal, edge: 'https://contoso.com|https://fabrikam.com'}",
        "has-query": "- {id: a, class: internal, edge: 'https://contoso.com/?a=1'}",
        "invalid-port": "- {id: a, class: internal, edge: 'https://contoso.com:0'}",
        "wildcard-host": "- {id: a, class: internal, edge: 'https://*'}",
        "wildcard-domain": "- {id: a, class: internal, edge: 'https://*.com'}",
        "wildcard-label": "- {id: a, class: internal, edge: 'https://contoso.*'}",
        "wildcard-path": "- {id: a, class: internal, edge: 'https://contoso.com/a*b'}",
        "path-spelling": "- {id: a, class: internal, chrome: contoso.com/a/../plan}",
        "invalid-query": "- {id: a, class: internal, chrome: 'contoso.com?a=1&&b=2'}",
        "several-wildcards": "- {id: a, class: internal, edge: 'https://*.contoso.com/*/*'}",
        "wildcard-segment": "- {id: a, class: internal, edge: 'https://contoso.com/a*'}",
        "missing-host": "- {id: a, class: internal, chrome: '/plan'}",
        "custom-scheme": "- {id: a, class: internal, chrome: 'contoso-doc://plan'}",
        "invalid-site": "- {id: a, class: internal, site: other}",
    ]
}
