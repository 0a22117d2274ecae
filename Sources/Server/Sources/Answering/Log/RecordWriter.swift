struct RecordWriter: Sendable {
    init(_ settings: DecisionLogSettings) {}
    func lines(_ entries: [LogEntry]) -> [UInt8] { [] }
}
