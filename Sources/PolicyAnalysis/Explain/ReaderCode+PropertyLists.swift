extension ReaderCode {
    /// Property lists.
    static let ofPropertyLists: [ReaderCode] = [
        ReaderCode(
            "not-a-property-list",
            "not a property list",
            "The file is not a property list, neither in XML nor in the binary form.",
            page: "InfoPlistSettings"
        ),
        ReaderCode(
            "old-style-property-list",
            "old form of property lists",
            "The file is a property list with braces, `{ key = value; }`. Save it as XML.",
            page: "InfoPlistSettings"
        ),
        ReaderCode(
            "truncated-file",
            "file cut short",
            "The file ends in the middle of something.",
            page: "InfoPlistSettings"
        ),
        ReaderCode("invalid-xml", "not XML", "The text is not valid XML at this place.", page: "InfoPlistSettings"),
        ReaderCode(
            "mismatched-tag",
            "tag that doesn't match",
            "A closing tag has another name than the element that is open.",
            page: "InfoPlistSettings"
        ),
        ReaderCode(
            "trailing-content",
            "content after the end",
            "There is content after the end of the property list.",
            page: "InfoPlistSettings"
        ),
        ReaderCode(
            "entity-declaration",
            "entity declaration",
            "Property lists declare no entities, and none is expanded: a few lines could expand to gigabytes.",
            page: "InfoPlistSettings"
        ),
        ReaderCode(
            "markup-declaration",
            "declaration in the document type",
            "The document type of a property list names it and declares nothing: elements and attributes are known.",
            page: "InfoPlistSettings"
        ),
        ReaderCode(
            "too-many-attributes",
            "too many attributes",
            "An element has more attributes than any property list, and the XML parser compares each with each other.",
            page: "InfoPlistSettings"
        ),
        ReaderCode(
            "unknown-entity",
            "unknown entity",
            "Only the entities of XML itself and characters by number are known.",
            page: "InfoPlistSettings"
        ),
        ReaderCode(
            "unknown-element",
            "unknown element",
            "Property lists have no such element.",
            page: "InfoPlistSettings"
        ),
        ReaderCode(
            "stray-text",
            "text between elements",
            "There is text where only elements are valid.",
            page: "InfoPlistSettings"
        ),
        ReaderCode(
            "several-values",
            "several values",
            "A property list has one value at its root.",
            page: "InfoPlistSettings"
        ),
        ReaderCode(
            "invalid-number",
            "not a number",
            "The text of the element is not a number.",
            page: "InfoPlistSettings"
        ),
        ReaderCode(
            "invalid-date",
            "not a date",
            "The text of the element is not a date such as `2025-01-31T12:00:00Z`.",
            page: "InfoPlistSettings"
        ),
        ReaderCode("invalid-data", "not Base64", "The text of the element is not Base64.", page: "InfoPlistSettings"),
        ReaderCode(
            "invalid-binary",
            "damaged binary property list",
            "The binary property list refers to what isn't there, or is damaged otherwise.",
            page: "InfoPlistSettings"
        ),
    ]
}
