extension ReaderCode {
    /// Property lists.
    static let ofPropertyLists: [ReaderCode] = [
        ReaderCode(
            "not-a-property-list",
            "not a property list",
            "The file is no property list, in XML or in the binary form.",
            page: "AppSettings"
        ),
        ReaderCode(
            "old-style-property-list",
            "old form of property lists",
            "The file is a property list with braces, `{ key = value; }`. Save it as XML.",
            page: "AppSettings"
        ),
        ReaderCode(
            "truncated-file",
            "file cut short",
            "The file ends in the middle of something.",
            page: "AppSettings"
        ),
        ReaderCode("invalid-xml", "not XML", "The text is no XML at this place.", page: "AppSettings"),
        ReaderCode(
            "mismatched-tag",
            "tag that doesn't match",
            "A closing tag has another name than the element that is open.",
            page: "AppSettings"
        ),
        ReaderCode(
            "trailing-content",
            "content behind the end",
            "Something stands behind the end of the property list.",
            page: "AppSettings"
        ),
        ReaderCode(
            "entity-declaration",
            "entity declaration",
            "Property lists declare no entities, and none is expanded: a few lines of them can stand for gigabytes.",
            page: "AppSettings"
        ),
        ReaderCode(
            "markup-declaration",
            "declaration in the document type",
            "The document type of a property list names it and declares nothing: elements and attributes are known.",
            page: "AppSettings"
        ),
        ReaderCode(
            "too-many-attributes",
            "too many attributes",
            "An element has more attributes than any property list, and the XML parser compares each with each other.",
            page: "AppSettings"
        ),
        ReaderCode(
            "unknown-entity",
            "unknown entity",
            "Only the entities of XML itself and characters by number are known.",
            page: "AppSettings"
        ),
        ReaderCode("unknown-element", "unknown element", "Property lists have no such element.", page: "AppSettings"),
        ReaderCode(
            "stray-text",
            "text between elements",
            "Text stands where only elements can.",
            page: "AppSettings"
        ),
        ReaderCode(
            "several-values",
            "several values",
            "A property list has one value at its root.",
            page: "AppSettings"
        ),
        ReaderCode("invalid-number", "not a number", "The text of the element is no number.", page: "AppSettings"),
        ReaderCode(
            "invalid-date",
            "not a date",
            "The text of the element is no date such as `2025-01-31T12:00:00Z`.",
            page: "AppSettings"
        ),
        ReaderCode("invalid-data", "not Base64", "The text of the element is no Base64.", page: "AppSettings"),
        ReaderCode(
            "invalid-binary",
            "damaged binary property list",
            "The binary property list refers to what isn't there, or is damaged otherwise.",
            page: "AppSettings"
        ),
    ]
}
