extension CodeExplanation {
    /// YAML and JSON.
    static let ofText = readings(
        page: "PolicyDocuments",
        [
            (
                "invalid-yaml",
                "not YAML",
                """
                The text is not YAML at this place. Often a quote or bracket is not closed, or a line is indented \
                wrongly.
                """
            ),
            ("invalid-json", "not JSON", "The text is not JSON at this place."),
            (
                "not-json",
                "something other than JSON",
                "The file is meant to be JSON and begins like something else, such as a script or a web page."
            ),
            (
                "several-documents",
                "several YAML documents",
                "The file has more than one YAML document, separated by `---`. Only one can be meant."
            ),
            (
                "nested-too-deeply",
                "nested too deeply",
                "Lists and mappings, rule files or views are nested more deeply than is supported."
            ),
            (
                "too-many-values",
                "too many values",
                "The document and what it refers to have more values than are supported."
            ),
            (
                "too-many-aliases",
                "too many aliases",
                "The document has more YAML aliases than are supported: a few lines can stand for millions of values."
            ),
            (
                "unknown-alias",
                "alias without an anchor",
                "A YAML alias `*name` has no anchor `&name` before it."
            ),
            (
                "unsupported-tag",
                "YAML tag",
                "YAML tags, such as `!!binary`, are not supported."
            ),
            (
                "unsupported-directive",
                "YAML directive",
                "YAML directives, lines that begin with `%`, are not supported."
            ),
            (
                "duplicate-key",
                "key written twice",
                "A key appears twice in one mapping. It is not defined which of its values counts."
            ),
            (
                "key-not-text",
                "key that is not text",
                "A key of a mapping is a list or a mapping."
            ),
            (
                "wrong-type",
                "value of the wrong kind",
                """
                A value is not of the kind that its key needs: a list instead of a text, a number instead of `true`, \
                or the wrong kind of file.
                """
            ),
            (
                "unknown-key",
                "unknown key",
                """
                This key is not allowed here. A misspelled setting would protect nothing, so it is an error, except \
                in an Info.plist.
                """
            ),
            (
                "unknown-value",
                "unknown value",
                "The key has a fixed set of values, and this is not one of them."
            ),
            ("missing-key", "missing key", "A key is needed here."),
            ("missing-value", "missing value", "A key has no value, or an empty one."),
            (
                "out-of-range",
                "number out of range",
                "The number is too small or too large to make sense here."
            ),
            (
                "unsupported-key",
                "key not supported",
                "The key is defined, but this version cannot do what it asks for. Ignoring it could open a door."
            ),
            (
                "unsupported-version",
                "version of the format not supported",
                "The file has a version of its format that this version of Demarc doesn't read."
            ),
        ]
    )
}

extension CodeExplanation {
    /// The meaning of policy documents.
    static let ofDocuments = readings(
        page: "PolicyDocuments",
        [
            (
                "unknown-name",
                "name that refers to nothing",
                """
                A name refers to a policy, an account, an app, a view, a rule or a rule set that the document \
                doesn't have.
                """
            ),
            (
                "duplicate-name",
                "name given twice",
                "Two things of one kind have the same name, so that a reference could mean either."
            ),
            (
                "ambiguous-default",
                "name left out where it is needed",
                "The document leaves out a name, and several things could be meant. Name one of them."
            ),
            (
                "cycle",
                "circular references",
                "Files include one another, or values contain one another, in a circle."
            ),
            (
                "invalid-scheme",
                "not a URL scheme",
                "The text is not a URL scheme: a letter, then letters, digits, `+`, `-` and `.`, without `:`."
            ),
            (
                "scheme-never-handled",
                "scheme that web views never handle",
                """
                `http`, `https`, `file`, `data` and `javascript` cannot be among the schemes that web views \
                handle themselves: every page could use them.
                """
            ),
            (
                "invalid-color",
                "not a color",
                "A color is written as six hexadecimal digits."
            ),
            (
                "invalid-duration",
                "not a length of time",
                "A length of time is written as in ISO 8601, such as `PT30M` or `P90D`, without years and months."
            ),
            (
                "invalid-version",
                "not a version",
                "A version is one to four numbers with dots between them, such as `17.4.1`, of 64 characters at most."
            ),
            (
                "invalid-instant",
                "not a moment",
                """
                A moment is a date with a time and an offset, as in RFC 3339: `2026-11-23T12:00:00Z`. A date alone is \
                not a moment.
                """
            ),
            (
                "unresolved-build-variable",
                "build variable",
                """
                The value has a variable that the build replaces, such as `$(NAME)`. Its final value isn't known here, \
                so a setting has its default. In a list, the other elements count: this one is left out of \
                `WebViewHandledURLSchemes`, and matches no scheme in `LSApplicationQueriesSchemes`. Write the setting \
                under `app` in the policy document to give it a value.
                """
            ),
            (
                "no-policy",
                "no policy in the file",
                "The file holds no iOS app protection policy."
            ),
            (
                "partial-policy",
                "part of a policy",
                """
                The export says that it holds a policy, but lacks its settings or some of them. Each setting that is \
                missing counts as its default, which is mostly to allow. Export the whole policy, with the names that \
                Graph uses.
                """
            ),
            (
                "several-policies",
                "several policies in the file",
                "The file holds several policies, and the document doesn't say which is meant."
            ),
            (
                "other-policy",
                "policy of another kind",
                "The file also holds policies that are not for iOS apps. They are left out."
            ),
            (
                "policy-reach",
                "policy that does not reach every device",
                """
                Graph says that the policy is assigned to nobody, or that it only reaches devices of one kind, such as \
                those under device management. What devices do is decided as if it applied to each of them.
                """
            ),
            (
                "mixed-forms",
                "two forms of settings mixed",
                """
                Settings with the names of Graph and with those of device logs are in one policy. Their \
                numbers mean different levels.
                """
            ),
            (
                "second-managed-account",
                "second managed account",
                "Only an app that declares `MultiManagedIdentities` can hold two managed accounts."
            ),
            (
                "several-managed-accounts",
                "acting account not named",
                "The document has several managed accounts and no `user`."
            ),
            (
                "not-managed",
                "account that is not managed",
                "The account has no policy where a managed one is needed."
            ),
            (
                "web-view-with-children",
                "web view with children",
                "A web view cannot contain other views."
            ),
            (
                "external-on-container",
                "classification on a container",
                "Only a web view can have `isExternalURL`: a container loads nothing."
            ),
            ("invalid-url", "not a URL", "The text is not an absolute URL."),
            (
                "rule-without-matcher",
                "rule that matches nothing",
                "The rule has a class, but nothing that says which URLs it matches."
            ),
            (
                "bad-list-lines",
                "bad lines in a list",
                """
                Some lines of the list are not entries. A dropped block rule is an open door, so the list isn't used, \
                unless the rule says `skipInvalid: true`.
                """
            ),
            (
                "too-many-includes",
                "too many rule files",
                "The document includes more rule files than are supported."
            ),
        ]
    )
}
