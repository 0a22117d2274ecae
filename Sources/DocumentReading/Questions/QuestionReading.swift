/// Reads what is given and what is asked, in the words of scenario files and of questions in JSON.
///
/// Every name is looked up in what is known of the policy, and every problem is found: see ``ScenarioScope``.
package struct QuestionReading {
    package let reading: ReadingContext

    package init(_ reading: ReadingContext) { self.reading = reading }
}

/// The keys of every mapping in questions; those of documents are added where documents are read.
///
/// Readers take them from here, and so do the schemas: what an editor completes is what is read.
package enum DocumentKeys {
    /// Of a question in JSON.
    static let request = ["ref", "user", "given", "when"]
    /// Of a question to an engine that a host keeps, whose windows it knows.
    static let liveRequest = request + ["window"]
    /// Of many.
    static let batch = ["requests"]
    package static let given = [
        "user", "process", "task", "app", "installed", "mdmEnrolled", "window", "now", "device", "access", "views",
    ]
    package static let framePlace = ["view", "frame"]
    /// Of facts: those that do not exist there.
    package static let inapplicable = "inapplicable"
    package static let loadedPage = ["loadedFor"]
    package static let givenView = ["policy", "parent", "document", "window", "opener", "page"]
}
