extension CodeExplanation {
    /// Files, and text before its meaning is considered.
    static let ofFiles = readings(
        page: "PolicyDocuments",
        [
            (
                "file-not-found",
                "no such file",
                """
                There is no file at a path that was named, or that a document refers to. Paths in a document are \
                relative to the file they are in.
                """
            ),
            (
                "not-a-file",
                "not a file",
                "A path leads to a folder, a pipe or a device where a plain file is needed."
            ),
            (
                "file-unreadable",
                "file cannot be read",
                "The system refuses to read the file, for the reason that is given."
            ),
            (
                "passed-over",
                "file passed over",
                """
                In a folder, a file is read only if its content says what it is: a policy document has the key \
                `demarc` at its top level, a rule file `demarc-rules`, a scenario file `demarc-test`. This one \
                looks like such a file with a mistake, so it was not read, and nothing in it counts. With \
                `--strict` that is an error.
                """
            ),
            (
                "file-too-large",
                "file too large",
                "The file is larger than is supported for its kind. None of it was read."
            ),
            (
                "outside-folder",
                "file outside the document's folder",
                """
                A document may refer only to files below its own folder, by relative paths, symbolic links \
                resolved, so that a document from elsewhere cannot reach what isn't its own. `--allow-outside` \
                lifts that. Lint of a rule file without its document does not know the folder: if the file refers \
                to a file outside its own folder, a note says that it is not checked.
                """
            ),
            (
                "empty-document",
                "empty file",
                "The file has no content, or only comments."
            ),
            (
                "not-utf-8",
                "not UTF-8",
                "The bytes are not UTF-8. Save the file in that encoding."
            ),
            (
                "not-utf-16",
                "not UTF-16",
                "The file begins with the byte order mark of UTF-16 but is not UTF-16."
            ),
            (
                "is-utf-16",
                "UTF-16 where UTF-8 is needed",
                "The file is UTF-16. Save it as UTF-8."
            ),
            (
                "unsupported-encoding",
                "encoding not supported",
                "Property lists are read in UTF-8 and UTF-16."
            ),
            (
                "control-character",
                "control character",
                """
                A control character is in a text, one of the line breaks U+0085, U+2028 and U+2029, or one of U+FFFE \
                and U+FFFF, which are not characters. It cannot be seen. Terminals and logs obey control characters, \
                and after one of these line breaks, what looks like the rest of a comment is read.
                """
            ),
            (
                "conflict-marker",
                "unresolved merge conflict",
                "The file has the marks that a version control system leaves where two changes conflict."
            ),
            (
                "preprocessor-directive",
                "file for the preprocessor",
                """
                Xcode can pass an Info.plist through the C preprocessor before it reads it. A file with `#ifdef` and \
                the like is not a property list until then, so give Demarc the output of the preprocessor.
                """
            ),
            (
                "too-many-findings",
                "more findings than are shown",
                "Only the first findings of a document are kept. The note says how many more there are."
            ),
        ]
    )
}

extension CodeExplanation {
    /// Scenario files.
    static let ofScenarios = readings(
        page: "ScenarioFiles",
        [
            (
                "too-many-scenarios",
                "too many scenarios",
                "The file, its matrices and its `defaults` make more scenarios or values than are supported."
            ),
            (
                "too-many-policies",
                "too many policies",
                "The scenarios name or patch more policies than are supported."
            ),
            (
                "unknown-variable",
                "undefined variable",
                "`${name}` is not a variable of the scenario's matrix."
            ),
            (
                "unused-variable",
                "unused variable",
                "The matrix has a variable that the scenario doesn't use."
            ),
            (
                "several-requests",
                "several requests in one step",
                "A step asks one question; use `steps` for several."
            ),
            (
                "nothing-copied",
                "nothing copied",
                "A step pastes from the pasteboard, and no step before it copied anything."
            ),
            (
                "expects-nothing",
                "nothing expected",
                "A step or file expects nothing, so it cannot fail."
            ),
        ]
    )
}

extension CodeExplanation {
    /// Property lists.
    static let ofPropertyLists = readings(
        page: "InfoPlistSettings",
        [
            (
                "not-a-property-list",
                "not a property list",
                "The file is not a property list, in XML or in the binary form."
            ),
            (
                "old-style-property-list",
                "old form of property lists",
                "The file is a property list with braces, `{ key = value; }`. Save it as XML."
            ),
            (
                "truncated-file",
                "file cut short",
                "The file ends in the middle of something."
            ),
            ("invalid-xml", "not XML", "The text is not XML at this place."),
            (
                "mismatched-tag",
                "tag that doesn't match",
                "A closing tag has another name than the element that is open."
            ),
            (
                "trailing-content",
                "content after the end",
                "There is content after the end of the property list."
            ),
            (
                "entity-declaration",
                "entity declaration",
                "Property lists declare no entities, and none is expanded: a few lines of them can stand for gigabytes."
            ),
            (
                "markup-declaration",
                "declaration in the document type",
                "The document type of a property list names it and declares nothing: elements and attributes are known."
            ),
            (
                "too-many-attributes",
                "too many attributes",
                "An element has more attributes than any property list has; the parser compares each with every other."
            ),
            (
                "unknown-entity",
                "unknown entity",
                "Only the entities of XML itself and characters by number are known."
            ),
            ("unknown-element", "unknown element", "Property lists have no such element."),
            (
                "stray-text",
                "text between elements",
                "There is text where only elements are allowed."
            ),
            (
                "several-values",
                "several values",
                "A property list has one value at its root."
            ),
            ("invalid-number", "not a number", "The text of the element is not a number."),
            (
                "invalid-date",
                "not a date",
                "The text of the element is not a date such as `2025-01-31T12:00:00Z`."
            ),
            ("invalid-data", "not Base64", "The text of the element is not Base64."),
            (
                "invalid-binary",
                "damaged binary property list",
                "The binary property list refers to something that isn't there, or is damaged in another way."
            ),
        ]
    )
}
