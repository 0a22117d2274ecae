import PolicyModel

extension ReasonCode {
    /// A further remark about a launch reason, and a remedy; nil for every other reason.
    var launchRemark: String? {
        switch self {
        case .launchPolicyRequired:
            "It holds where no account that is signed in has a policy, whoever acts. Sign in with an account that has one."
        case .launchPolicyAbsent:
            "The app opens all the same."
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
            "`appActionIfDeviceComplianceRequired` says what follows; where it is not set, the app is blocked."
        case .launchModel:
            """
            Upper and lower case are the same. `appActionIfIosDeviceModelNotAllowed` says what follows; where it is not set, \
            the app is blocked.
            """
        case .launchThreat:
            """
            Where Defender and another service both report a level, `mobileThreatDefensePartnerPriority` says which counts; \
            where it is not set, the worse one does. `mobileThreatDefenseRemediationAction` says what follows.
            """
        case .launchPasscode:
            "The system encrypts files with the passcode of the device. Set one."
        case .launchAccount:
            "It is a fact that the service reported, so it may wipe. An attempt that has no answer is not a failure."
        case .launchOfflineWipe:
            """
            Time alone never removes data, because a clock may be wrong. The person has to sign in. Only where the service \
            then says that the account is disabled or gone, the organization's data is removed.
            """
        case .launchOffline:
            "A check-in with the service ends it. A length of zero holds always."
        case .launchClockedOut:
            """
            For `gracePeriodToBlockAppsDuringOffClockHours` the app warns. Then what `appActionIfAccountIsClockedOut` says \
            follows.
            """
        case .launchFactMissing:
            """
            The reason names the fact. What is not known blocks and never wipes; beside it, what would wipe blocks too. \
            Report the fact, or say that it is inapplicable where there is no such thing.
            """
        case .launchFactUnreadable:
            """
            The reason names the fact. A version is one to four numbers with dots between them, and a moment is as RFC 3339 \
            has it. What cannot be read blocks and never wipes.
            """
        case .launchFactInapplicable:
            "The reason names the fact. A browser in a data center has no passcode, for example. It decides nothing."
        case .launchMet:
            "The app opens."
        case .accessPINAttempts:
            """
            `appActionIfMaximumPinRetriesExceeded` says what follows: organization data is removed, or the person enters the \
            credentials of the organization and sets another PIN.
            """
        case .accessCredentials, .accessPIN, .accessPINOrBiometric:
            """
            It is due when the app opens, and again after `periodOnlineBeforeAccessCheck` without activity; where that is not \
            set, every time.
            """
        case .accessPINExpired:
            "A length of zero means that a PIN lasts. The person sets another PIN."
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
