import Demarc
import Diagnostics
import PolicyFiles
import PolicyModel

/// A policy that requires every fact.
let strict: CompiledPolicy? = {
    let document = """
        demarc: 1
        policies:
          strict:
            pinRequired: true
            maximumPinRetries: 3
            appActionIfMaximumPinRetriesExceeded: wipe
            organizationalCredentialsRequired: true
            periodBeforePinReset: P90D
            pinRequiredInsteadOfBiometricTimeout: PT12H
            disableAppPinIfDevicePinIsSet: true
            periodOnlineBeforeAccessCheck: PT30M
            periodOfflineBeforeAccessCheck: PT12H
            periodOfflineBeforeWipeIsEnforced: P90D
            appDataEncryptionType: whenDeviceLocked
            deviceComplianceRequired: true
            appActionIfDeviceComplianceRequired: wipe
            appActionIfUnableToAuthenticateUser: wipe
            appActionIfIosDeviceModelNotAllowed: wipe
            appActionIfAccountIsClockedOut: block
            gracePeriodToBlockAppsDuringOffClockHours: PT1H
            allowedIosDeviceModels: iPhone14,2;iPad13,1
            minimumWipeOsVersion: "15.0"
            minimumRequiredOsVersion: "16.0"
            maximumRequiredOsVersion: "27.0"
            minimumWipeAppVersion: "1.0"
            minimumWipeSdkVersion: "19.0"
            maximumAllowedDeviceThreatLevel: low
            mobileThreatDefenseRemediationAction: wipe
        accounts: [{account: dana@contoso.com, policy: strict}]
        """
    return PolicyDocumentReader().load(bytes: Array(document.utf8), path: "policy.yaml").document.map {
        CompiledPolicy($0)
    }
}()

/// Checks the laws of the reader of facts, and of the decisions based on them, on any bytes.
///
/// 1. Nothing crashes, hangs or exceeds its limits; libFuzzer watches time and memory.
/// 2. Rejected facts have an error, and usable ones have none.
/// 3. Every place of a finding is inside the file.
/// 4. Nothing is wiped while a fact is missing or unreadable.
/// 5. The verdict does not change before `nextCheck`, and is stricter from then on.
@c(LLVMFuzzerTestOneInput)
public func fuzzFacts(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // SAFETY: libFuzzer passes `count` bytes, which are valid during the call.
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    let result = LaunchFactsReader().load(bytes: bytes, path: "facts.yaml")
    let errors = result.diagnostics.filter { $0.severity == .error }
    guard (result.facts != nil) == errors.isEmpty else {
        fatalError("refused without an error, or used in spite of one")
    }
    for place in result.diagnostics.flatMap(\.places) where place.end.offset > bytes.count {
        fatalError("a place past the end of the file")
    }
    _ = TextReport(sources: result.sources).text(result.diagnostics)
    guard let strict else { fatalError("the policy cannot be read") }
    guard let facts = result.facts else { return 0 }
    var evaluator = PolicyEngine(strict).makeEvaluator()
    let now = facts.now ?? Instant(secondsSince1970: 1_763_899_200)
    let decision = evaluator.launch(device: facts.device, access: facts.access, at: now)
    let codes = Set(decision.reasons.map(\.code))
    guard !codes.isEmpty else { fatalError("a verdict without a reason") }
    if codes.contains(.launchFactMissing) || codes.contains(.launchFactUnreadable) {
        guard decision.verdict == .block else { fatalError("decided without a fact that is needed") }
    }
    if let next = decision.nextCheck {
        guard next > now, let before = next.adding(seconds: -1) else { fatalError("a next check in the past") }
        let later = evaluator.launch(device: facts.device, access: facts.access, at: next)
        let earlier = evaluator.launch(device: facts.device, access: facts.access, at: before)
        guard earlier.verdict == decision.verdict, later.verdict > decision.verdict else {
            fatalError("the next check is not when the verdict changes")
        }
    }
    return 0
}
