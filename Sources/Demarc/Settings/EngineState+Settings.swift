import PolicyModel
import RuleIndex

/// What single settings allow; <doc:SingleSettings> has the table.
extension EngineState {
    /// Whether a feature may be used.
    ///
    /// - Parameters:
    ///   - setting: The feature.
    ///   - account: Whose data it is about; nil asks the identity levels.
    ///   - window: The window whose level is asked.
    ///   - context: The finer answer and the reasons are written to it.
    /// - Returns: What the first row that holds says.
    func decide(
        _ setting: SingleSetting,
        for account: AccountID?,
        in window: WindowID?,
        _ context: inout DecisionContext
    ) -> Outcome {
        let identity =
            if case .fileEncryption = setting {
                actingIdentity(onFilesAs: account)
            } else {
                actingIdentity(in: window, as: account)
            }
        context.noteLockDown(identity)
        switch identity {
        case .unknown:
            context.value = setting.strictest
            return context.block(.identityUnknown)
        case .unmanaged:
            context.value = setting.laxest
            return context.allow(.identityUnmanaged)
        case .managed(let identity):
            context.policy = identity.policy
            return decide(setting, policy.featureSettings[Int(identity.policy)], &context)
        }
    }

    private func decide(
        _ setting: SingleSetting,
        _ settings: FeatureSettings,
        _ context: inout DecisionContext
    ) -> Outcome {
        switch setting {
        case .screenCapture: return decideScreenCapture(settings, &context)
        case .notifications: return decideNotifications(settings, &context)
        case .fileEncryption: return decideFileEncryption(settings, &context)
        default:
            if settings.blocks(setting) { return context.block(setting.blockedReason) }
            return context.allow(setting.allowedReason)
        }
    }

    private func decideScreenCapture(_ settings: FeatureSettings, _ context: inout DecisionContext) -> Outcome {
        switch settings.screenCapture {
        case .allowed: context.allow(.settingScreenCaptureAllowed)
        case .allowedByAppConfig: context.allow(.settingScreenCaptureAppConfig)
        case .blocked: context.block(.settingScreenCaptureBlocked)
        case .blockedByTransfer: context.block(.settingScreenCaptureOutbound)
        }
    }

    private func decideNotifications(_ settings: FeatureSettings, _ context: inout DecisionContext) -> Outcome {
        switch settings.notifications {
        case .allow:
            context.value = .allow
            return context.allow(.settingNotificationsAllowed)
        case .blockOrganizationalData:
            context.value = .blockOrganizationalData
            return context.allow(.settingNotificationsRestricted)
        case .block:
            context.value = .block
            return context.block(.settingNotificationsBlocked)
        }
    }

    /// A host that reads the verdict alone writes nothing that had to be encrypted.
    private func decideFileEncryption(_ settings: FeatureSettings, _ context: inout DecisionContext) -> Outcome {
        guard settings.requiresFileEncryption else {
            context.value = .notRequired
            return context.allow(.settingFileEncryptionNotRequired)
        }
        context.value = .required
        return context.block(.settingFileEncryptionRequired)
    }
}

extension SingleSetting {
    /// The finer answer where nothing is enforced.
    fileprivate var laxest: SettingValue? {
        switch self {
        case .notifications: .allow
        case .fileEncryption: .notRequired
        default: nil
        }
    }

    /// The finer answer where it cannot be said who acts.
    fileprivate var strictest: SettingValue? {
        switch self {
        case .notifications: .block
        case .fileEncryption: .required
        default: nil
        }
    }
}
