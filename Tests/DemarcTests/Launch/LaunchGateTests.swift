import Demarc
import PolicyModel
import Synchronization
import Testing

/// A host with one device, one clock, and a person who does what the test prescribes.
private final class ScriptedHost: LaunchGateHost {
    struct State {
        var device = DeviceFacts()
        var access = AccessState()
        var now = Instant(secondsSince1970: 1_800_000_000)
        /// What the person does each time. Nil gives up, and so does a person with nothing left to do.
        var acts: [[UnlockMeans]?] = []
        /// How the facts change while the person is busy.
        var meanwhile: @Sendable (inout State) -> Void = { _ in }
        /// What was asked, reported and stored, in order.
        var log: [String] = []
    }

    let state = Mutex(State())

    func launchFacts(of account: AccountID) -> (device: DeviceFacts, access: AccessState, now: Instant) {
        state.withLock { ($0.device, $0.access, $0.now) }
    }

    func meet(_ challenges: LaunchChallenges, for account: AccountID) -> [UnlockMeans]? {
        state.withLock { state in
            state.log.append("\(account) \(challenges)")
            let meanwhile = state.meanwhile
            meanwhile(&state)
            return state.acts.isEmpty ? nil : state.acts.removeFirst()
        }
    }

    func didDecide(_ decision: LaunchDecision, access: AccessState, for account: AccountID) {
        state.withLock { state in
            state.log.append("\(account) \(decision.verdict.rawValue)")
            state.access = access
        }
    }

    var log: [String] { state.withLock { $0.log } }
}

/// A policy's settings, the known facts, the person's actions, and the result of the switch.
private struct GateCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let settings: String
    var acts: [[UnlockMeans]?] = []
    let result: SwitchIdentityResult
    let log: [String]
    var prepare: @Sendable (inout ScriptedHost.State) -> Void = { _ in }

    static let all = [
        // The person does not have to do anything.
        GateCase(testDescription: "nothing is demanded", settings: "", result: .success, log: ["dana allow"]),
        GateCase(
            testDescription: "an old system is warned about",
            settings: "minimumWarningOsVersion: '17.0'",
            result: .success,
            log: ["dana warn"],
            prepare: { $0.device.osVersion = .reading("16.4") }
        ),
        GateCase(
            testDescription: "an old system is blocked, and the host hears why",
            settings: "minimumRequiredOsVersion: '17.0'",
            acts: [[.pin]],
            result: .failed,
            log: ["dana block"],
            prepare: { $0.device.osVersion = .reading("16.4") }
        ),
        GateCase(
            testDescription: "a fact is missing",
            settings: "minimumWipeOsVersion: '17.0'",
            result: .failed,
            log: ["dana block"]
        ),
        GateCase(
            testDescription: "a jailbroken device is wiped",
            settings: "deviceComplianceRequired: true, appActionIfDeviceComplianceRequired: wipe",
            result: .failed,
            log: ["dana wipe"],
            prepare: { $0.device.isJailbroken = .known(true) }
        ),
        GateCase(
            testDescription: "a block asks for nothing, although a PIN is due",
            settings: "pinRequired: true, minimumRequiredOsVersion: '17.0'",
            acts: [[.setPIN]],
            result: .failed,
            log: ["dana block"],
            prepare: { $0.device.osVersion = .reading("16.4") }
        ),
        // The person gives up.
        GateCase(
            testDescription: "the person gives up",
            settings: "pinRequired: true",
            acts: [nil],
            result: .canceled,
            log: ["dana setPIN pin"]
        ),
        GateCase(
            testDescription: "the person does nothing",
            settings: "pinRequired: true",
            acts: [[], [.setPIN]],
            result: .canceled,
            log: ["dana setPIN pin"]
        ),
        GateCase(
            testDescription: "the person does something else",
            settings: "pinRequired: true",
            acts: [[.credentials], [.setPIN]],
            result: .canceled,
            log: ["dana setPIN pin"]
        ),
        GateCase(
            testDescription: "the person does a part and gives up",
            settings: "pinRequired: true, organizationalCredentialsRequired: true",
            acts: [[.credentials], nil],
            result: .canceled,
            log: ["dana credentials setPIN pin", "dana setPIN pin"]
        ),
        GateCase(
            testDescription: "the person sets another PIN again and again, and never enters the present one",
            settings: "pinRequired: true, periodBeforePinReset: P90D",
            acts: [[.resetPIN], [.resetPIN], [.resetPIN, .pin]],
            result: .canceled,
            log: ["dana resetPIN pin", "dana resetPIN pin"],
            prepare: { $0.access.pinSetAt = .known(Instant(secondsSince1970: 1_790_000_000)) }
        ),
        GateCase(
            testDescription: "the person sets a first PIN, although there is one",
            settings: "pinRequired: true, periodBeforePinReset: P90D",
            acts: [[.setPIN], [.resetPIN, .pin]],
            result: .canceled,
            log: ["dana resetPIN pin"],
            prepare: { $0.access.pinSetAt = .known(Instant(secondsSince1970: 1_790_000_000)) }
        ),
        // The person does what is required.
        GateCase(
            testDescription: "a first PIN is set",
            settings: "pinRequired: true",
            acts: [[.setPIN]],
            result: .success,
            log: ["dana setPIN pin", "dana allow"]
        ),
        GateCase(
            testDescription: "another PIN is set, and then the present one is entered",
            settings: "pinRequired: true, periodBeforePinReset: P90D",
            acts: [[.resetPIN], [.pin]],
            result: .success,
            log: ["dana resetPIN pin", "dana resetPIN pin", "dana allow"],
            prepare: { $0.access.pinSetAt = .known(Instant(secondsSince1970: 1_790_000_000)) }
        ),
        GateCase(
            testDescription: "the present PIN is entered, and then another one is set",
            settings: "pinRequired: true, periodBeforePinReset: P90D",
            acts: [[.pin], [.resetPIN]],
            result: .success,
            log: ["dana resetPIN pin", "dana resetPIN", "dana allow"],
            prepare: { $0.access.pinSetAt = .known(Instant(secondsSince1970: 1_790_000_000)) }
        ),
        GateCase(
            testDescription: "after too many wrong PINs another one is set, and then the credentials are given",
            settings: "pinRequired: true, maximumPinRetries: 3",
            acts: [[.resetPIN], [.credentials]],
            result: .success,
            log: ["dana credentials resetPIN pin", "dana credentials resetPIN pin", "dana allow"],
            prepare: { state in
                state.access.pinSetAt = .known(state.now)
                state.access.pinFailures = .known(3)
            }
        ),
        GateCase(
            testDescription: "everything is met in two steps",
            settings: "pinRequired: true, organizationalCredentialsRequired: true",
            acts: [[.setPIN], [.credentials]],
            result: .success,
            log: ["dana credentials setPIN pin", "dana credentials", "dana allow"]
        ),
        GateCase(
            testDescription: "everything is met, and there is a warning",
            settings: "organizationalCredentialsRequired: true, minimumWarningOsVersion: '17.0'",
            acts: [[.credentials]],
            result: .success,
            log: ["dana credentials", "dana warn"],
            prepare: { $0.device.osVersion = .reading("16.4") }
        ),
        // The state changes in the meantime.
        GateCase(
            testDescription: "too many wrong PINs are entered meanwhile",
            settings: "pinRequired: true, maximumPinRetries: 3, appActionIfMaximumPinRetriesExceeded: wipe",
            acts: [[]],
            result: .failed,
            log: ["dana pin", "dana wipe"],
            prepare: { state in
                state.access.pinSetAt = .known(state.now)
                state.meanwhile = { $0.access.pinFailures = .known(3) }
            }
        ),
        GateCase(
            testDescription: "the device is found to be jailbroken meanwhile",
            settings: "organizationalCredentialsRequired: true, deviceComplianceRequired: true",
            acts: [[.credentials]],
            result: .failed,
            log: ["dana credentials", "dana block"],
            prepare: { state in
                state.device.isJailbroken = .known(false)
                state.meanwhile = { $0.device.isJailbroken = .known(true) }
            }
        ),
        GateCase(
            testDescription: "the facts keep changing, and the person is not asked for ever",
            settings: "pinRequired: true, organizationalCredentialsRequired: true, maximumPinRetries: 3",
            acts: Array(repeating: [], count: 100),
            result: .canceled,
            log: (0..<7).map { $0 % 2 == 0 ? "dana credentials pin" : "dana credentials resetPIN pin" },
            prepare: { state in
                state.access.pinSetAt = .known(state.now)
                state.meanwhile = { $0.access.pinFailures = .known($0.access.pinFailures == .known(3) ? 0 : 3) }
            }
        ),
    ]
}

@Suite("The gate before switching to an account") struct LaunchGateTests {
    private let dana = AccountID("dana")
    private let host = ScriptedHost()

    private func engine(_ settings: String) throws -> PolicyEngine {
        let engine = try DemarcTests.engine(
            """
            demarc: 1
            user: none
            app: {multiIdentity: true, multiManagedIdentities: true}
            policies: {dana: {\(settings)}, robin: {printBlocked: true}}
            accounts: [{account: dana, policy: dana}, {account: robin, policy: robin}, {account: home}]
            """
        )
        engine.setSwitchHandler(LaunchGate(engine, host: host).switchHandler)
        return engine
    }

    @Test("The gate admits, refuses or challenges according to the table", arguments: GateCase.all)
    fileprivate func cases(gate: GateCase) throws {
        let engine = try engine(gate.settings)
        host.state.withLock { state in
            state.acts = gate.acts
            gate.prepare(&state)
        }
        #expect(engine.switchIdentity(to: dana) == gate.result)
        #expect(host.log == gate.log)
        let acting = engine.effectiveIdentity()
        #expect(acting == (gate.result == .success ? dana : nil), "nobody acts who was not let in")
    }

    @Test("The gate returns the access to keep, so the next switch has no challenge")
    func keeping() throws {
        let engine = try engine("pinRequired: true, periodOnlineBeforeAccessCheck: PT30M")
        host.state.withLock { $0.acts = [[.setPIN]] }
        #expect(engine.switchIdentity(to: dana) == .success)
        #expect(host.state.withLock { $0.access.lastMet } == .known(Instant(secondsSince1970: 1_800_000_000)))
        #expect(engine.switchIdentity(to: .noUser) == .success)
        #expect(engine.switchIdentity(to: dana) == .success)
        #expect(host.log == ["dana setPIN pin", "dana allow", "dana allow"])
    }

    @Test("Accounts without a policy are not challenged, and each managed account is challenged once")
    func accounts() throws {
        let engine = try engine("minimumRequiredOsVersion: '17.0'")
        #expect(engine.switchIdentity(to: AccountID("home")) == .success)
        #expect(host.log.isEmpty)
        #expect(engine.showAccounts([AccountID("robin"), AccountID("home"), dana]) == .failed)
        #expect(host.log == ["robin allow", "dana block"])
        #expect(engine.effectiveIdentity() == AccountID("home"), "nothing has changed")
    }

    @Test("The gate does not keep an engine alive, and admits nobody without one")
    func lifetime() throws {
        var engine: PolicyEngine? = try engine("")
        let gate = try #require(engine.map { LaunchGate($0, host: host) })
        #expect(gate.admit(dana) == .success)
        engine = nil
        #expect(gate.admit(dana) == .failed, "the handler that the engine keeps does not keep the engine")
    }
}
