import Foundation
import Hosting
import PolicyModel

/// Makes and reads the tickets of denials under the key of the service.
struct DenialTickets: Sendable {
    private let seal: Ticket.Seal

    /// Takes in a key.
    ///
    /// - Parameter key: Servers that answer for each other's tickets share one; nil makes one.
    init(key: SecretKey?) { seal = Ticket.Seal(key ?? .random()) }

    /// The ticket of a denial, good from now on.
    func ticket(verdict: Verdict, urlClass: URLClass?, rule: String?, id: String) -> String {
        let expiry = Self.now + Ticket.lifetime
        return seal.text(of: Ticket(verdict: verdict, urlClass: urlClass, rule: rule, id: id, expiry: expiry))
    }

    /// Reads a ticket; nil for a bad or late one.
    func ticket(_ text: [UInt8]) -> Ticket? {
        do throws(TicketError) {
            return try seal.ticket(text, now: Self.now)
        } catch {
            return nil
        }
    }

    private static var now: Int { Int(Date.now.timeIntervalSince1970) }
}
