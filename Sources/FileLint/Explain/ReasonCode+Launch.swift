import PolicyModel

extension ReasonCode {
    /// A further remark about a launch reason, and a remedy; nil for every other reason.
    var launchRemark: String? {
        switch self {
        case .launchPolicyRequired:
            "It applies if no signed-in account has a policy, whichever one acts. Sign in with an account that has one."
        case .launchPolicyAbsent:
            "The app opens anyway."
        case .launchOSTooOld, .launchAppTooOld, .launchSDKTooOld:
            """
            The cause is one of the settings `minimumWipe…`, `minimumRequired…` and `minimumWarning…`: the first removes the \
            organization's data, the second blocks, the third warns. Versions are compared number by number, and numbers that \
            are left out are 0, so 16.0 meets a minimum of 16. Update it.
            """
        case .launchOSTooNew:
            """
            The cause is one of the settings `maximumWipeOsVersion`, `maximumRequiredOsVersion` and \
            `maximumWarningOsVersion`. A maximum of 17 does not accept 17.0.1: write 17.99 to accept every 17.
            """
        case .launchJailbroken:
            "`appActionIfDeviceComplianceRequired` says what happens then; if it is not set, the app is blocked."
        case .launchModel:
            """
            Upper and lower case are not distinguished. `appActionIfIosDeviceModelNotAllowed` says what happens then; \
            if it is not set, the app is blocked.
            """
        case .launchThreat:
            """
            If Defender and another service both report a level, `mobileThreatDefensePartnerPriority` says which \
            counts; if it is not set, the worse one does. `mobileThreatDefenseRemediationAction` says what happens then.
            """
        case .launchPasscode:
            "The system encrypts files with the passcode of the device. Set one."
        case .launchAccount:
            "The service reported this fact, so it may cause a wipe. An attempt without an answer is not a failure."
        case .launchOfflineWipe:
            """
            Time alone never removes data, because a clock may be wrong. The person has to sign in. The organization's \
            data is removed only if the service then says that the account is disabled or gone.
            """
        case .launchOffline:
            "A check-in with the service ends it. A duration of zero always applies."
        case .launchClockedOut:
            """
            During `gracePeriodToBlockAppsDuringOffClockHours` the app warns. After that, \
            `appActionIfAccountIsClockedOut` says what happens.
            """
        case .launchFactMissing:
            """
            The reason names the fact. An unknown fact blocks and never wipes; while a fact is unknown, what would \
            wipe only blocks. Report the fact, or report it as inapplicable if it does not exist.
            """
        case .launchFactUnreadable:
            """
            The reason names the fact. A version is one to four numbers with dots between them, and a moment is \
            written as in RFC 3339. A fact that cannot be read blocks and never wipes.
            """
        case .launchFactInapplicable:
            "The reason names the fact. A browser in a data center has no passcode, for example. It decides nothing."
        case .launchMet:
            "The app opens."
        case .accessPINAttempts:
            """
            `appActionIfMaximumPinRetriesExceeded` says what happens then: organization data is removed, or the person \
            enters the credentials of the organization and sets another PIN.
            """
        case .accessCredentials, .accessPIN, .accessPINOrBiometric:
            """
            It is due when the app opens, and again after `periodOnlineBeforeAccessCheck` without activity; if that is \
            not set, every time.
            """
        case .accessPINExpired:
            "A duration of zero means that a PIN never expires. The person sets another PIN."
        case .accessPINUnset:
            "The person sets a PIN, which counts as entering it."
        case .accessPINSimple:
            "1235 and 1112 are refused, and 1122 is not."
        case .accessPINReused:
            "The host knows the last PINs; Demarc keeps none."
        default: nil
        }
    }
}
