/// The checks of lint. Raw values are public and stable: suppressions, configuration files and CI use them.
public enum LintCode: String, CaseIterable, Hashable, Sendable {
    // MARK: Suppressions and files (DM001–DM009)

    /// A suppression that suppresses nothing.
    case unusedSuppression = "DM001"
    /// A suppression without a reason.
    case suppressionWithoutReason = "DM002"
    /// A suppression, or an entry of a configuration file, names a code that there is not.
    case unknownCode = "DM003"
    /// A suppression names an error of reading, which cannot be suppressed.
    case errorNotSuppressed = "DM004"

    // MARK: Rules and lists (DM010–DM039)

    /// A rule that never decides, because others always win.
    case shadowedRule = "DM010"
    /// Two rules of one priority and of different classes that overlap.
    case overlappingRules = "DM011"
    /// A rule that takes a part of a broader one of the same priority.
    case narrowerRule = "DM012"
    /// A rule that says only what others of its priority and class say.
    case redundantRule = "DM013"
    /// A rule that matches no URL.
    case ruleMatchesNothing = "DM014"
    /// An entry that stands twice in one list.
    case duplicateEntry = "DM015"
    /// Entries that several lists of a rule set have.
    case duplicateAcrossLists = "DM016"
    /// A value that stands twice at one key of a rule.
    case duplicateValue = "DM017"
    /// A domain below another one of the same list or rule.
    case coveredEntry = "DM018"
    /// A regular expression that a URL can make slow.
    case regexBacktracks = "DM020"
    /// A regular expression that asks for a domain or host and nothing else.
    case regexIsDomain = "DM021"
    /// A regular expression that finds a domain in URLs of other hosts.
    case unanchoredHost = "DM022"
    /// A dot in a regular expression that stands for any character of a host.
    case unescapedDot = "DM023"
    /// A value that matches every host.
    case matchesEveryHost = "DM024"
    /// A value that matches all of a public suffix.
    case publicSuffix = "DM025"
    /// An international domain that looks like the domain of another rule.
    case confusableDomain = "DM026"
    /// More entries than the managed browser reads.
    case tooManyEdgeEntries = "DM027"
    /// Entries of the managed browser's format that allow, and others that block.
    case edgeAllowAndBlock = "DM028"
    /// A rule set that no view asks.
    case unusedRuleSet = "DM030"
    /// A rule set that calls everything internal that it does not know.
    case internalDefault = "DM031"
    /// A rule set of which not all rules could be looked at.
    case rulesNotAllCompared = "DM039"

    // MARK: Policies (DM040–DM059)

    /// Exempt schemes have no effect, because every app may be opened.
    case exemptionsWithoutEffect = "DM040"
    /// A browser's scheme is named, but no browser is required.
    case browserSchemeWithoutEffect = "DM041"
    /// A managed browser is named, but not required.
    case managedBrowserNotRequired = "DM042"
    /// Storage locations are listed, but saving isn't blocked.
    case storageLocationsWithoutEffect = "DM043"
    /// Ingestion locations are listed, but opening isn't blocked.
    case ingestionLocationsWithoutEffect = "DM044"
    /// An exempt scheme goes around the restriction of the dialer.
    case exemptionBypassesDialer = "DM045"
    /// An exempt scheme goes around the restriction of messages.
    case exemptionBypassesMessaging = "DM046"
    /// Saving is blocked, but data may go to every app, so it isn't.
    case saveBlockedWithoutEffect = "DM047"
    /// Opening is blocked, but data may come from every app, so it isn't.
    case ingestionBlockedWithoutEffect = "DM048"
    /// An app is to be opened by its scheme, and no scheme, or none that is one, is named.
    case redirectWithoutScheme = "DM049"
    /// The scheme of an app is named that nothing is sent to.
    case redirectSchemeWithoutEffect = "DM050"
    /// An exempt universal link has no effect, because a managed one covers it.
    case exemptedLinkIsManaged = "DM051"
    /// A scheme is exempt that every web page, script or file has.
    case exemptedWebScheme = "DM052"
    /// The clipboard is shared with all apps, although data may not go to them.
    case clipboardOpen = "DM053"
    /// The exception for short texts has no effect.
    case clipboardExceptionWithoutEffect = "DM054"
    /// A key that nothing knows and that looks like a known one.
    case misspeltSetting = "DM055"
    /// A key that nothing knows.
    case unknownPolicySetting = "DM056"
    /// A setting protects less than the chosen baseline.
    case weakerThanBaseline = "DM057"
    /// A setting of open-in or of incoming data has no effect.
    case openInWithoutEffect = "DM058"
    /// Links leave for an unmanaged browser, although a managed one is named.
    case customBrowserWins = "DM059"

    // MARK: Info.plist and entitlements (DM060–DM099)

    /// A query scheme without its `-intunemam` twin.
    case missingTwinScheme = "DM060"
    /// A query scheme that every app with the SDK needs is missing.
    case missingRequiredScheme = "DM061"
    /// More query schemes than the system reads.
    case tooManyQuerySchemes = "DM062"
    /// More query schemes than the system will read once the app is linked on iOS 27.
    case manyQuerySchemes = "DM063"
    /// A URL type declares something that is no URL scheme.
    case illegalURLScheme = "DM064"
    /// A list of schemes has an entry that is no URL scheme.
    case illegalListedScheme = "DM065"
    /// A URL type declares a scheme without its `-intunemam` twin.
    case missingURLTypeTwin = "DM066"
    /// A scheme of sign-in, `msauth…`, without its `-intunemam` twin.
    case missingRedirectTwin = "DM067"
    /// A key that the SDK doesn't know.
    case unknownSetting = "DM068"
    /// A value of another type than the one that is read.
    case wrongType = "DM069"
    /// A setting of the SDK outside the dictionary that it reads.
    case misplacedSetting = "DM070"
    /// The client ID of the app's registration is missing.
    case missingClientId = "DM071"
    /// The redirect URI of the app's registration is missing.
    case missingRedirect = "DM072"
    /// An authority that is no `https` URL of a tenant.
    case invalidAuthority = "DM073"
    /// An extension that doesn't say which app it belongs to.
    case missingContainingApp = "DM074"
    /// An app group of the entitlements that the SDK isn't told of.
    case missingAppGroup = "DM075"
    /// An app group that the entitlements don't have.
    case unknownAppGroup = "DM076"
    /// A policy is required, and nothing enrolls the app.
    case requiredPolicyWithoutEnrollment = "DM077"
    /// The SDK's protection of the embedded Safari is switched off.
    case safariHooksOff = "DM078"
    /// A color that is no `#RRGGBB`.
    case invalidColor = "DM079"
    /// A level of file protection that doesn't exist.
    case unknownFileProtection = "DM080"
    /// A scheme that a web view can't handle itself without losing its protection.
    case neverHandledScheme = "DM081"
    /// The app doesn't say why it uses Face ID.
    case missingFaceIDText = "DM082"
    /// Scenes without configurations, so without a delegate.
    case scenesWithoutConfigurations = "DM083"
    /// A document type without the type of the SDK.
    case missingDocumentTypeTwin = "DM084"
    /// The keychain group that the SDK keeps its data in is missing.
    case missingKeychainGroup = "DM085"
    /// The keychain group of the sign-in cache is missing.
    case missingCacheGroup = "DM086"
    /// A keychain group of the SDK stands first, where the app's own belongs.
    case keychainGroupOrder = "DM087"
    /// An activation rule made of constants, which can't name the types of the SDK.
    case activationConstants = "DM088"
    /// An activation rule without the types of the SDK.
    case missingActivationTypes = "DM089"
    /// An activation rule that is no predicate.
    case invalidPredicate = "DM090"
    /// An activation rule that takes everything.
    case unrestrictedActivation = "DM091"
    /// Constants of an activation rule that stand beside it.
    case constantsBesideRule = "DM092"
    /// A constant of an activation rule that is no number and no boolean.
    case wrongActivationValue = "DM093"
    /// A constant that no activation rule has.
    case unknownActivationConstant = "DM094"
    /// A key that stands twice.
    case repeatedKey = "DM095"
    /// A file whose root is no dictionary.
    case notADictionary = "DM096"

    // MARK: Policies and accounts (DM120–DM139)

    /// Something is redirected to a scheme that carries content or leads back to a browser.
    case redirectNeverOpened = "DM120"
    /// An account of a managed organization has no policy.
    case accountWithoutPolicy = "DM121"
}
