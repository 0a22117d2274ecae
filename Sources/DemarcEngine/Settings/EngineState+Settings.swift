import PolicyModel
import RuleIndex

/// What single settings allow; see the table in <doc:SingleSettings>.
extension EngineState {
    /// Whether a feature may be used.
    ///
    /// - Parameters:
    ///   - setting: The feature.
    ///   - owner: The owner of the data it is used with.
    ///   - context: The reasons are written to it.
    /// - Returns: The outcome of the first row that applies, with the more detailed answer.
    func decide(
        _ setting: SingleSetting,
        of owner: DataOwner,
        _ context: inout DecisionContext
    ) -> Outcome {
        var party = party(of: owner, inWindow: context.window)
        // Files have an identity of their own. But if a window shows several accounts, a file written there may contain
        // data of all of them.
        if case .fileEncryption = setting, case .account(let account) = owner, !party.identity.isLockDown,
            party.reason != .windowUnknown
        {
            party = Party(actingAs: actingIdentity(onFilesAs: account))
        }
        if var outcome = resolveSides(own: party, other: .unmanaged, &context) {
            outcome.value = setting.strictest
            return outcome
        }
        switch party.identity {
        case .unmanaged, .unknown:
            if case .keyboards = setting, let policy = keyboardBlockingPolicy {
                // A keyboard that is used for unmanaged text is also available for the organization's text.
                context.policy = policy
                return context.block(.settingKeyboardsBlockedSignedIn)
            }
            var outcome = allow(unmanaged: party, &context)
            outcome.value = setting.laxest
            return outcome
        case .managed(let identity):
            return decide(setting, policy.featureSettings[Int(identity.policy)], identity, &context)
        }
    }

    private func decide(
        _ setting: SingleSetting,
        _ settings: FeatureSettings,
        _ identity: ManagedIdentity,
        _ context: inout DecisionContext
    ) -> Outcome {
        switch setting {
        case .screenCapture: return decideScreenCapture(settings, identity, &context)
        case .notifications: return decideNotifications(settings, &context)
        case .fileEncryption: return decideFileEncryption(settings, &context)
        case .print, .contactSync, .widgetSync, .backup, .keyboards, .genmoji, .writingTools, .spotlight, .siriIntents,
            .appIntents:
            if settings.blocks(setting) { return context.block(setting.blockedReason) }
            return context.allow(setting.allowedReason)
        }
    }

    private func decideScreenCapture(
        _ settings: FeatureSettings,
        _ identity: ManagedIdentity,
        _ context: inout DecisionContext
    ) -> Outcome {
        switch settings.screenCapture {
        case .allowed: return context.allow(.settingScreenCaptureAllowed)
        case .blocked: return context.block(.settingScreenCaptureBlocked)
        case .blockedByTransfer:
            // Another app, and several accounts at once, have no configuration of their own that could permit it.
            let opens = policy.opensScreenCapture
            let account = Int(identity.account)
            guard account < opens.count, opens[account] else { return context.block(.settingScreenCaptureOutbound) }
            return context.allow(.settingScreenCaptureAppConfig)
        }
    }

    private func decideNotifications(_ settings: FeatureSettings, _ context: inout DecisionContext) -> Outcome {
        var outcome: Outcome
        switch settings.notifications {
        case .allow:
            outcome = context.allow(.settingNotificationsAllowed)
            outcome.value = .allow
        case .blockOrganizationalData:
            outcome = context.allow(.settingNotificationsRestricted)
            outcome.value = .blockOrganizationalData
        case .block:
            outcome = context.block(.settingNotificationsBlocked)
            outcome.value = .block
        }
        return outcome
    }

    /// A host that checks only the verdict does not write anything that would have to be encrypted.
    private func decideFileEncryption(_ settings: FeatureSettings, _ context: inout DecisionContext) -> Outcome {
        var outcome: Outcome
        if settings.requiresFileEncryption {
            outcome = context.block(.settingFileEncryptionRequired)
            outcome.value = .required
        } else {
            outcome = context.allow(.settingFileEncryptionNotRequired)
            outcome.value = .notRequired
        }
        return outcome
    }
}

extension SingleSetting {
    /// The more detailed answer if nothing is enforced.
    fileprivate var laxest: SettingValue? {
        switch self {
        case .notifications: .allow
        case .fileEncryption: .notRequired
        case .print, .contactSync, .widgetSync, .backup, .keyboards, .genmoji, .writingTools, .spotlight, .siriIntents,
            .appIntents, .screenCapture:
            nil
        }
    }

    /// The more detailed answer if the acting identity cannot be determined.
    fileprivate var strictest: SettingValue? {
        switch self {
        case .notifications: .block
        case .fileEncryption: .required
        case .print, .contactSync, .widgetSync, .backup, .keyboards, .genmoji, .writingTools, .spotlight, .siriIntents,
            .appIntents, .screenCapture:
            nil
        }
    }
}
