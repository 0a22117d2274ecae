import DemarcEngine

/// A host that imports the engine and nothing else.
///
/// That it compiles shows that one import names every type that the engine's API speaks of; what it is linked to shows
/// what every such host would be linked to.
@main
enum EngineAlone {
    static func main() {
        let document = PolicyDocument(accounts: AccountDirectory([]), user: nil)
        let engine = PolicyEngine(CompiledPolicy(document))
        var evaluator = engine.makeEvaluator()
        let decision = evaluator.open("https://www.contoso.example/".utf8.span)
        print(decision.verdict, types.count)
    }

    /// Every public type in the signatures of the engine's API, and of theirs.
    static let types: [Any.Type] = engineTypes + modelTypes + launchTypes + settingTypes + matchingTypes

    private static let engineTypes: [Any.Type] = [
        ClipboardOwner.self, Decision.self, Explanation.self, IdentityLevel.self, IdentityWork.self,
        AssignedIdentity.self, Place<ViewID>.self, PolicyEngine.self, PolicyEngine.SwitchHandler.self,
        SettingValue.self,
        StaleDecision.self, SwitchIdentityResult.self, ViewID.self, ViewTreeError.self,
        (any WebViewPolicyDelegate).self, (any LaunchGateHost).self, WindowID.self,
        // RuleIndex and Diagnostics.
        CompiledFileError.self, CompiledFileError.Code.self, CompiledPolicy.self, CompiledRuleSet.self,
        RuleMatch.self, Diagnostic.self, Diagnostic.Severity.self, SourceFile.self, SourceLocation.self,
        SourcePosition.self, SourceRange.self, TextEdit.self,
        // The two types of ByteText that compiled policies are made of.
        MappingError.self, SharedBytes.self,
    ]

    private static let modelTypes: [Any.Type] = [
        Account.self, AccountDirectory.self, AccountID.self, AmbiguousURLs.self, AppDeclaration.self, AppID.self,
        ClipboardItem.self, ClipboardItem.Kind.self, Condition.self, Destination.self, ExternalURLAnswer.self,
        Frame.self, HostReadings.self, OpenLocation.self, PageClassification.self, PolicyDocument.self, Reason.self,
        ReasonCode.self, Rule.self, RuleReference.self, RuleSet.self, RuleSet.Subresources.self,
        RuleSet.Transition.self, SaveLocation.self, SharingMethod.self, SingleSetting.self, URLClass.self,
        Verdict.self, ViewDeclaration.self, WebViewPolicy.self,
    ]

    private static let launchTypes: [Any.Type] = [
        AccessState.self, AccessState.Authentication.self, Biometry.self, ClockStatus.self, DeviceFacts.self,
        DeviceModel.self, DeviceThreats.self, DeviceThreats.Level.self, Fact<VersionNumber>.self, Instant.self,
        LaunchChallenge.self, LaunchChallenges.self, LaunchDecision.self, LaunchFact.self, LaunchVerdict.self,
        PINCandidate.self, PINRequirement.self, PINRequirement.Problem.self, UnlockMeans.self, VersionNumber.self,
    ]

    private static let settingTypes: [Any.Type] = [
        AccessRequirements.self, AllowedDeviceModels.self, AppProtectionPolicy.self, AppSetting.self,
        AppSettingValue.self, AppSettings.self,
        BundleDeclarations.self, ConditionalLaunch.self, ExemptedAppProtocol.self, ExtensionDeclaration.self,
        ManagedAppClipboardSharingLevel.self, ManagedAppConfigurationState.self, ManagedAppDataEncryptionType.self,
        ManagedAppDataIngestionLocation.self, ManagedAppDataStorageLocation.self, ManagedAppDataTransferLevel.self,
        ManagedAppDeviceThreatLevel.self, ManagedAppNotificationRestriction.self,
        ManagedAppPhoneNumberRedirectLevel.self, ManagedAppPinCharacterSet.self, ManagedAppRemediationAction.self,
        ManagedBrowserType.self, MessagingRedirectType.self, MobileThreatDefensePartnerPriority.self,
        PolicyDuration.self, PolicySetting.self, RedirectScheme.self, SceneManifest.self, URLTypeDeclaration.self,
    ]

    private static let matchingTypes: [Any.Type] = [
        AddressMatcher.self, DomainMatcher.self, EntryList.self, EntryListReading.self, ExactURLMatcher.self,
        HostMatcher.self, IPAddress.self, LinkPattern.self, LinkPattern.Dialect.self, ListFormat.self,
        MatchOutcome.self, Matcher.self, MatcherError.self, MatcherError.Code.self, MatcherKey.self,
        PatternMatcher.self, RegexMatcher.self, SchemeMatcher.self, SiteDocument.self, SiteMatcher.self,
        SiteMatcher.Relation.self, URLFilter.self, URLFilter.Side.self, URLPattern.self, URLPatternComponent.self,
        URLPatternInit.self, URLPatternResult.self, Ambiguity.self, Ambiguity.Code.self, HostKind.self,
        SpecialScheme.self, URLOrigin.self, URLParsingError.self,
    ]

    /// Those that are never copied, and so are no values of `Any.Type`.
    private static func name(_: borrowing Evaluator, _: borrowing URLRecord, _: borrowing MatchSubject) {}
    private static func name(_: borrowing MatchScratch) {}
}
