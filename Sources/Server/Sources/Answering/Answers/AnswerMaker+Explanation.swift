extension AnswerMaker {
    func explanation(id: String, _ entry: LogEntry?, language: [UInt8]?) -> HostAnswer {
        HostAnswer(isAllowed: false, status: 404, fields: [], id: "-")
    }
}
