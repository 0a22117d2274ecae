/// A code that a reader of files gives its findings, with what it means.
struct ReaderCode: Hashable {
    let code: String
    /// The finding in a few words.
    let title: String
    /// What is wrong, and what to do.
    let text: String
    /// The page of the documentation that says what is right.
    let page: String

    init(_ code: String, _ title: String, _ text: String, page: String) {
        self.code = code
        self.title = title
        self.text = text
        self.page = page
    }

    /// All of them, each code once.
    static let all: [ReaderCode] =
        ofFiles + ofText + ofDocuments + ofScenarios + ofPropertyLists + ofMatchers
}
