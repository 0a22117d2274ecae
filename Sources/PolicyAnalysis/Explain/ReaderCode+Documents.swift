extension ReaderCode {
    /// What policy documents mean.
    static let ofDocuments: [ReaderCode] = [
        ReaderCode(
            "unknown-name",
            "name of nothing",
            """
            A name refers to a policy, an account, an app, a view, a rule or a rule set that the document \
            doesn't have.
            """,
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "duplicate-name",
            "name given twice",
            "Two things of one kind have the same name, so that a reference could mean either.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "ambiguous-default",
            "several things that could be meant",
            "The document leaves out a name, and has several things that could be meant. Say which.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "cycle",
            "circle of references",
            "Files include one another, or values contain one another, in a circle.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "invalid-scheme",
            "not a URL scheme",
            "The text is not a URL scheme: a letter, then letters, digits, `+`, `-` and `.`, without `:`.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "scheme-never-handled",
            "scheme that web views never handle",
            """
            `http`, `https`, `file`, `data` and `javascript` can't be among the schemes that web views \
            handle themselves: every page could use them.
            """,
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "invalid-color",
            "not a colour",
            "A colour is written as six hexadecimal digits.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "invalid-duration",
            "not a length of time",
            "A length of time is written as in ISO 8601, such as `PT30M` or `P90D`, without years and months.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "unresolved-build-variable",
            "build variable",
            """
            The value has a variable that the build replaces, such as `$(NAME)`. What it will be isn't known \
            here, so the default is used.
            """,
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "no-policy",
            "no policy in the file",
            "The file holds no iOS app protection policy.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "several-policies",
            "several policies in the file",
            "The file holds several policies, and the document doesn't say which is meant.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "other-policy",
            "policy of another kind",
            "The file also holds policies that are not for iOS apps. They are left out.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "mixed-forms",
            "two forms of settings mixed",
            """
            One policy has settings with the names of Graph and with those of device logs. Their \
            numbers mean different levels.
            """,
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "second-managed-account",
            "second managed account",
            "Only an app that declares `MultiManagedIdentities` can hold two managed accounts.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "several-managed-accounts",
            "no acting account",
            "The document has several managed accounts and no `user`.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "not-managed",
            "account that is not managed",
            "The account has no policy where a managed one is needed.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "web-view-with-children",
            "web view with children",
            "A web view holds no other views.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "external-on-container",
            "classification on a container",
            "Only a web view can have `isExternalURL`: a container loads no pages.",
            page: "PolicyDocuments"
        ),
        ReaderCode("invalid-url", "not a URL", "The text is not an absolute URL.", page: "PolicyDocuments"),
        ReaderCode(
            "rule-without-matcher",
            "rule that matches nothing",
            "The rule has a class, but does not say for which URLs.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "bad-list-lines",
            "bad lines in a list",
            """
            Lines of the list are no entries. A dropped block rule is an open door, so the list isn't used, \
            unless the rule says `skipInvalid: true`.
            """,
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "too-many-includes",
            "too many rule files",
            "The document includes more rule files than are read.",
            page: "PolicyDocuments"
        ),
    ]
}
