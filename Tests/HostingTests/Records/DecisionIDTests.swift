import Hosting
import Testing

@Suite("Decision ids")
struct DecisionIDTests {
    @Test("Ids have one form and do not repeat")
    func form() {
        var ids = DecisionIDs()
        let made = (0..<20_000).map { _ in ids.next() }
        #expect(Set(made).count == made.count)
        #expect(made.allSatisfy(DecisionIDs.isValid))
    }

    @Test("Two workers create different ids")
    func workers() {
        var (one, other) = (DecisionIDs(), DecisionIDs())
        #expect(one.next() != other.next())
        // They differ not only in their positions in one sequence.
        var (first, second) = (DecisionIDs(counter: 1, origin: 1), DecisionIDs(counter: 1, origin: 2))
        #expect(first.next() != second.next())
    }

    @Test("An invalid id is recognized", arguments: ["", "-", "0123456789abcde/", "0123456789ABCDE", "../../etc/pass"])
    func invalid(text: String) { #expect(!DecisionIDs.isValid(text)) }
}
