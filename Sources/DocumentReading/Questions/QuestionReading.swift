/// Reads given states and questions, in the syntax of scenario files and of questions in JSON.
///
/// Every name is looked up in what is known of the policy, and every problem is reported: see ``ScenarioScope``.
package struct QuestionReading {
    package let reading: ReadingContext
    /// Whether a file is read, which a person writes, and not a request.
    ///
    /// In a file, an empty text names no account, and probable misspellings cause warnings. In a request, an empty text
    /// is an error: a program sends it if a variable is not set, and no policy applies to no account. Only errors are
    /// returned to the program, so nothing causes warnings, which would also displace errors after the limit.
    let readsFile: Bool

    package init(_ reading: ReadingContext, readsFile: Bool = true) {
        self.reading = reading
        self.readsFile = readsFile
    }
}

/// The keys of every mapping in questions; the keys of documents are added where documents are read.
///
/// Both the readers and the schemas use these tables, so that editors complete exactly what can be read.
package enum DocumentKeys {
    /// The keys of a question in JSON.
    static let request = ["ref", "user", "given", "when"]
    /// The keys of a question to an engine that a host keeps, and that knows the host's windows.
    static let liveRequest = request + ["window"]
    /// The key of a batch of questions.
    static let batch = ["requests"]
    package static let given = [
        "user", "process", "task", "app", "installed", "mdmEnrolled", "window", "now", "device", "access", "views",
    ]
    package static let framePlace = ["view", "frame"]
    /// The key for facts that do not apply.
    package static let inapplicable = "inapplicable"
    package static let loadedPage = ["loadedFor"]
    package static let givenView = ["policy", "parent", "document", "window", "opener", "page"]
}
