extension ReaderCode {
    /// YAML and JSON.
    static let ofText: [ReaderCode] = [
        ReaderCode(
            "invalid-yaml",
            "not YAML",
            """
            The text is not valid YAML at this place. Often a quote or bracket is not closed, or a line is indented \
            wrongly.
            """,
            page: "PolicyDocuments"
        ),
        ReaderCode("invalid-json", "not JSON", "The text is not valid JSON at this place.", page: "PolicyDocuments"),
        ReaderCode(
            "not-json",
            "something else than JSON",
            "The file is meant to be JSON and begins like something else, such as a script or a web page.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "several-documents",
            "several YAML documents",
            "The file has more than one YAML document, separated by `---`. Only one can be meant.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "nested-too-deeply",
            "nested too deeply",
            "Lists and mappings, rule files or views lie within one another more deeply than is read.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "too-many-values",
            "too many values",
            "The document and what it refers to have more values than are read.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "too-many-aliases",
            "too many aliases",
            "The document has more YAML aliases than are read: a few lines could expand to millions of values.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "unknown-alias",
            "alias without an anchor",
            "A YAML alias `*name` has no anchor `&name` before it.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "unsupported-tag",
            "YAML tag",
            "YAML tags, such as `!!binary`, are not supported.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "unsupported-directive",
            "YAML directive",
            "YAML directives, lines that begin with `%`, are not supported.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "duplicate-key",
            "key written twice",
            "A mapping has a key twice, and it is not clear which value counts.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "key-not-text",
            "key that is not a text",
            "A key of a mapping is a list or a mapping.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "wrong-type",
            "value of the wrong kind",
            """
            A value is of another kind than its key asks for: a list where a text is needed, a number for \
            `true`, or one kind of file where another is named.
            """,
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "unknown-key",
            "unknown key",
            """
            Such a key is not valid here. A misspelt setting would protect nothing, so it is an error, except \
            in an Info.plist.
            """,
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "unknown-value",
            "unknown value",
            "The key has a fixed set of values, and this is not one of them.",
            page: "PolicyDocuments"
        ),
        ReaderCode("missing-key", "missing key", "A key is needed here.", page: "PolicyDocuments"),
        ReaderCode("missing-value", "missing value", "A key has no value, or an empty one.", page: "PolicyDocuments"),
        ReaderCode(
            "out-of-range",
            "number out of range",
            "The number is smaller or larger than can be meant.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "unsupported-key",
            "key not supported",
            "The key is defined, but this version can't do what it asks for. Ignoring it could open a door.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "unsupported-version",
            "version of the format not supported",
            "The file has a version of its format that this version of Demarc does not read.",
            page: "PolicyDocuments"
        ),
    ]
}
