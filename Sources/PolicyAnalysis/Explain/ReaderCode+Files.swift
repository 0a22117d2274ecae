extension ReaderCode {
    /// Files, and text before it means anything.
    static let ofFiles: [ReaderCode] = [
        ReaderCode(
            "file-not-found",
            "no such file",
            """
            A path that was named, or that a document refers to, does not exist. Paths in a document are \
            relative to the file that names them.
            """,
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "not-a-file",
            "not a file",
            "A path leads to a folder, a pipe or a device where a plain file is needed.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "file-unreadable",
            "file can't be read",
            "The system refuses to read the file, for the reason that is given.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "file-too-large",
            "file too large",
            "The file is larger than what is read of its kind. Nothing of it was read.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "outside-folder",
            "file outside the document's folder",
            """
            A document may refer only to files below its own folder, symbolic links resolved, so that a \
            document from elsewhere can't reach what isn't its own. `--allow-outside` lifts that.
            """,
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "empty-document",
            "empty file",
            "The file has no content, or only comments.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "not-utf-8",
            "not UTF-8",
            "The bytes are no UTF-8. Save the file in that encoding.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "not-utf-16",
            "not UTF-16",
            "The file begins with the byte order mark of UTF-16 and is not UTF-16.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "is-utf-16",
            "UTF-16 where UTF-8 is needed",
            "The file is UTF-16. Save it as UTF-8.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "unsupported-encoding",
            "encoding not supported",
            "Property lists are read in UTF-8 and UTF-16.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "control-character",
            "control character",
            "A text has a control character. It can't be seen, and terminals and logs obey it.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "conflict-marker",
            "unresolved merge conflict",
            "The file has the marks that a version control system leaves where two changes conflict.",
            page: "PolicyDocuments"
        ),
        ReaderCode(
            "too-many-findings",
            "more findings than are shown",
            "Only the first findings of a document are kept. The note says how many more there are.",
            page: "PolicyDocuments"
        ),
    ]
}
