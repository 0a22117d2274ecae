import Hosting

extension AnswerMaker {
    /// The page that explains a decision to an operator.
    ///
    /// - Parameter record: What the log has of it; nil gives a page with status 404.
    func explanation(of record: DecisionRecord?) -> HostAnswer {
        let page = ExplanationPage.write(record)
        return HostAnswer(
            isAllowed: false,
            status: record == nil ? 404 : 200,
            fields: [
                ("content-type", "text/html; charset=utf-8"), ("content-language", "en"),
                ("content-security-policy", page?.contentSecurityPolicy ?? "default-src 'none'"),
            ] + Self.bodyFields,
            body: page?.body ?? [],
            id: record?.id ?? "-"
        )
    }
}
