public import Diagnostics

extension LintCode {
    /// How much a finding of this check matters, unless a configuration file says otherwise.
    public var severity: Diagnostic.Severity {
        switch self {
        // MARK: Suppressions and files
        case .unusedSuppression: .note
        case .suppressionWithoutReason, .unknownCode, .errorNotSuppressed: .warning

        // MARK: Rules and lists
        case .tooManyEdgeEntries: .error
        case .shadowedRule, .overlappingRules, .ruleMatchesNothing, .duplicateEntry, .duplicateValue, .regexBacktracks,
            .regexIsDomain, .unanchoredHost, .unescapedDot, .matchesEveryHost, .publicSuffix, .confusableDomain,
            .edgeAllowAndBlock, .internalDefault:
            .warning
        case .narrowerRule, .redundantRule, .duplicateAcrossLists, .coveredEntry, .unusedRuleSet,
            .rulesNotAllCompared:
            .note

        // MARK: Policies and accounts
        case .redirectNeverOpened: .error
        case .exemptionsWithoutEffect, .browserSchemeWithoutEffect, .managedBrowserNotRequired,
            .storageLocationsWithoutEffect, .exemptionBypassesDialer, .exemptionBypassesMessaging,
            .saveBlockedWithoutEffect, .ingestionBlockedWithoutEffect, .redirectWithoutScheme, .exemptedLinkIsManaged,
            .exemptedWebScheme, .clipboardOpen, .misspeltSetting, .weakerThanBaseline, .accountWithoutPolicy:
            .warning
        // Exports of Graph have these as they come, or they take nothing away.
        case .ingestionLocationsWithoutEffect, .redirectSchemeWithoutEffect, .clipboardExceptionWithoutEffect,
            .unknownPolicySetting, .openInWithoutEffect, .customBrowserWins:
            .note

        // MARK: Info.plist and entitlements
        case .tooManyQuerySchemes, .illegalURLScheme, .missingContainingApp, .neverHandledScheme,
            .missingKeychainGroup, .invalidPredicate, .notADictionary:
            .error
        case .missingTwinScheme, .missingRequiredScheme, .manyQuerySchemes, .illegalListedScheme,
            .missingURLTypeTwin, .unknownSetting, .wrongType, .misplacedSetting, .missingClientId,
            .missingRedirect, .invalidAuthority, .missingAppGroup, .unknownAppGroup,
            .requiredPolicyWithoutEnrollment, .safariHooksOff, .invalidColor, .unknownFileProtection,
            .missingFaceIDText, .scenesWithoutConfigurations, .missingDocumentTypeTwin, .missingCacheGroup,
            .keychainGroupOrder, .activationConstants, .missingActivationTypes, .unrestrictedActivation,
            .constantsBesideRule, .wrongActivationValue, .unknownActivationConstant, .repeatedKey:
            .warning
        case .missingRedirectTwin: .note
        }
    }
}
