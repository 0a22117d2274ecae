import Demarc
import PolicyModel
import Testing

@Suite("Whether a PIN may be set") struct PINTests {
    private static let document = """
        demarc: 1
        user: dana
        app: {multiIdentity: true}
        policies: {staff: {pinRequired: true, minimumPinLength: 6, simplePinBlocked: true, previousPinBlockCount: 2}}
        accounts:
          - {account: dana, policy: staff}
          - {account: home}
        """

    @Test(
        "Only an account without a policy accepts every PIN",
        arguments: [
            ("1235", "stranger", false, "block [identity.unknown]"),
            ("471199", "stranger", false, "block [identity.unknown]"),
            ("1235", nil, true, "block [identity.lockDown]"),
            ("471199", nil, true, "block [identity.lockDown]"),
            ("1235", "dana", false, "block [access.pin.tooShort access.pin.simple]"),
            ("123499", nil, false, "block [access.pin.simple]"),
            ("471199", nil, false, "allow [access.pin.accepted]"),
            ("471199", "dana", true, "allow [access.pin.accepted]"),
            ("1235", "home", false, "allow [identity.unmanaged]"),
        ]
    )
    func accounts(pin: String, account: String?, showsSeveral: Bool, expected: String) throws {
        let engine = try engine(Self.document)
        if showsSeveral { engine.showAccounts([AccountID("dana"), AccountID("home")]) }
        var evaluator = engine.makeEvaluator()
        let answer = evaluator.pin(PINCandidate(pin), of: account.map { AccountID($0) })
        #expect(Self.line(answer) == expected)
    }

    @Test(
        "A PIN that was used before is refused, if the policy says so",
        arguments: [("dana", "block"), ("home", "allow")]
    )
    func reused(account: String, expected: String) throws {
        var evaluator = try engine(Self.document).makeEvaluator()
        let answer = evaluator.pin(PINCandidate("471199"), isReused: true, of: AccountID(account))
        #expect(answer.verdictName == expected)
    }

    private static func line(_ answer: Answer) -> String {
        "\(answer.verdictName) [\(answer.reasons.map(\.code.rawValue).joined(separator: " "))]"
    }
}
