import PolicyModel
import Testing

@Suite("PIN requirements") struct PINRequirementTests {
    private static func requirement(
        length: Int? = nil,
        _ characters: ManagedAppPinCharacterSet = .numeric,
        simple isSimpleBlocked: Bool = false,
        previous: Int = 0
    ) -> PINRequirement {
        var policy = AppProtectionPolicy(name: "p")
        policy.accessRequirements.minimumPinLength = length
        policy.accessRequirements.pinCharacterSet = characters
        policy.accessRequirements.simplePinBlocked = isSimpleBlocked
        policy.accessRequirements.previousPinBlockCount = previous
        return PINRequirement(policy)
    }

    @Test(
        "A PIN is simple if three neighbors are equal or consecutive",
        arguments: [
            ("1235", true), ("1112", true), ("1122", false), ("123", true), ("321", true), ("9876", true),
            ("121", false),
            ("1313", false), ("2468", false), ("0912", false), ("7890", true), ("5", false), ("12", false),
            ("abcx", true),
            ("ACEG", false), ("zyx1", true), ("aaa", true),
        ]
    )
    func simple(candidate: String, isSimple: Bool) {
        let requirement = Self.requirement(.alphanumericAndSymbol, simple: true)
        #expect(requirement.problems(of: PINCandidate(candidate)).contains(.simple) == isSimple)
        #expect(!Self.requirement(.alphanumericAndSymbol).problems(of: PINCandidate(candidate)).contains(.simple))
    }

    @Test(
        "The length counts characters, not bytes",
        arguments: [
            ("", 4, true), ("123", 4, true), ("1234", 4, false), ("äöü€", 4, false), ("👩‍👩‍👧‍👦", 2, true), ("", 0, true),
        ]
    )
    func length(candidate: String, least: Int, isShort: Bool) {
        let problems = Self.requirement(length: least).problems(of: PINCandidate(candidate))
        #expect(problems.contains(.tooShort) == isShort)
    }

    @Test(
        "Kinds of characters can be required",
        arguments: [
            ("4711", ManagedAppPinCharacterSet.numeric, false, [PINRequirement.Problem]()),
            ("47a1", .numeric, false, [.notNumeric]), ("٤٧١١", .numeric, false, [.notNumeric]),
            ("4711", .alphanumericAndSymbol, false, [.onlyDigits]), ("471a", .alphanumericAndSymbol, false, []),
            ("471!", .alphanumericAndSymbol, false, []), ("471a", .alphanumericAndSymbol, true, [.notMixed]),
            ("47a!", .alphanumericAndSymbol, true, []), ("abc!", .alphanumericAndSymbol, true, [.notMixed, .simple]),
            ("471 ", .alphanumericAndSymbol, false, [.onlyDigits]),
        ]
    )
    func kinds(
        candidate: String,
        characters: ManagedAppPinCharacterSet,
        isSimpleBlocked: Bool,
        problems: [PINRequirement.Problem]
    ) {
        let requirement = Self.requirement(characters, simple: isSimpleBlocked)
        #expect(requirement.problems(of: PINCandidate(candidate)) == problems)
    }

    @Test("Former PINs are refused if the policy counts them") func reused() {
        #expect(Self.requirement(previous: 1).problems(of: PINCandidate("4711"), isReused: true) == [.reused])
        #expect(Self.requirement(previous: 0).problems(of: PINCandidate("4711"), isReused: true).isEmpty)
        #expect(Self.requirement(previous: 1).problems(of: PINCandidate("4711"), isReused: false).isEmpty)
    }

    @Test("No description contains a candidate PIN") func scrubbed() {
        let candidate = PINCandidate("4711")
        var dumped = ""
        dump(candidate, to: &dumped)
        for text in ["\(candidate)", String(reflecting: candidate), dumped, "\([candidate])"] {
            #expect(!text.contains("4711"))
        }
    }
}
