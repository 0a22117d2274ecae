import PolicyModel

struct DenialTickets: Sendable {
    struct Claims { var verdict: Verdict?; var urlClass: URLClass?; var rule: String?; var id: String }
    init(key: [UInt8]?) {}
    func ticket(verdict: Verdict, urlClass: URLClass?, rule: String?, id: String) -> String { "TODO" }
    func claims(_ ticket: [UInt8]) -> Claims? { nil }
}
