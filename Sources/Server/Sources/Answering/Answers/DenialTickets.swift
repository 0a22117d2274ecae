import Foundation
import Hosting
import PolicyModel

/// Issues and verifies the tickets of denials with the key of the service.
struct DenialTickets: Sendable {
    private let seal: Ticket.Seal

    /// Creates tickets with a key.
    ///
    /// - Parameter key: The key, shared by servers that accept each other's tickets; nil generates one.
    init(key: SecretKey?) { seal = Ticket.Seal(key ?? .random()) }

    /// The ticket of a denial, valid from now on.
    func ticket(verdict: Verdict, urlClass: URLClass?, rule: RuleReference?, id: String) -> String {
        let ticket = Ticket(
            verdict: verdict,
            urlClass: urlClass,
            rule: rule?.id,
            because: rule?.because,
            id: id,
            expiry: Self.now + Ticket.lifetime
        )
        return seal.text(of: ticket)
    }

    /// Reads a ticket; nil if it is invalid or expired.
    func ticket(_ text: [UInt8]) -> Ticket? {
        do throws(TicketError) {
            return try seal.ticket(text, now: Self.now)
        } catch {
            return nil
        }
    }

    private static var now: Int { Int(Date.now.timeIntervalSince1970) }
}
