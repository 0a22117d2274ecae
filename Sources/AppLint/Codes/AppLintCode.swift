package import Diagnostics
import PropertyList

/// The checks of an app's Info.plist and entitlements, DM060 to DM098, DM100, DM109 and DM110.
package enum AppLintCode: String, LintCode {
    /// A query scheme without its `-intunemam` twin.
    case missingTwinScheme = "DM060"
    /// A query scheme that every app with the SDK needs is missing.
    case missingRequiredScheme = "DM061"
    /// More query schemes than the system reads.
    case tooManyQuerySchemes = "DM062"
    /// More query schemes than the system will read once the app is linked on iOS 27.
    case manyQuerySchemes = "DM063"
    /// A URL type declares something that is not a URL scheme.
    case illegalURLScheme = "DM064"
    /// A list of schemes has an entry that is not a URL scheme.
    case illegalListedScheme = "DM065"
    /// A URL type declares a scheme without its `-intunemam` twin.
    case missingURLTypeTwin = "DM066"
    /// A sign-in scheme, `msauth…`, without its `-intunemam` twin.
    case missingRedirectTwin = "DM067"
    /// A key that the SDK does not know.
    case unknownSetting = "DM068"
    /// A value of an unexpected type.
    case wrongType = "DM069"
    /// A setting of the SDK outside the dictionary that it reads.
    case misplacedSetting = "DM070"
    /// The client ID of the app's registration is missing.
    case missingClientId = "DM071"
    /// The redirect URI of the app's registration is missing.
    case missingRedirect = "DM072"
    /// An authority that is not an `https` URL of a tenant.
    case invalidAuthority = "DM073"
    /// An extension that does not name the app it belongs to.
    case missingContainingApp = "DM074"
    /// An app group of the entitlements that is missing in the SDK's settings.
    case missingAppGroup = "DM075"
    /// An app group that is missing in the entitlements.
    case unknownAppGroup = "DM076"
    /// A policy is required, but nothing enrolls the app.
    case requiredPolicyWithoutEnrollment = "DM077"
    /// The SDK's protection of the embedded Safari is disabled.
    case safariHooksOff = "DM078"
    /// A color that is not `#RRGGBB`.
    case invalidColor = "DM079"
    /// A file protection level that does not exist.
    case unknownFileProtection = "DM080"
    /// A scheme that a web view cannot handle itself without losing its protection.
    case neverHandledScheme = "DM081"
    /// The text for the use of Face ID is missing.
    case missingFaceIDText = "DM082"
    /// Scenes without a delegate, because no configuration names one.
    case scenesWithoutDelegate = "DM083"
    /// A document type without the SDK's type.
    case missingDocumentTypeTwin = "DM084"
    /// The keychain group in which the SDK stores its data is missing.
    case missingKeychainGroup = "DM085"
    /// The keychain group of the sign-in cache is missing.
    case missingCacheGroup = "DM086"
    /// A keychain group of the SDK is in first position, which must be the app's own group.
    case keychainGroupOrder = "DM087"
    /// An activation rule made of constants, which cannot name the SDK's types.
    case activationConstants = "DM088"
    /// An activation rule without the SDK's types.
    case missingActivationTypes = "DM089"
    /// An activation rule that is not a predicate.
    case invalidPredicate = "DM090"
    /// An activation rule that accepts everything.
    case unrestrictedActivation = "DM091"
    /// Constants of an activation rule that are next to the rule instead of inside it.
    case constantsBesideRule = "DM092"
    /// A constant of an activation rule that is neither a number nor a Boolean.
    case wrongActivationValue = "DM093"
    /// A constant that activation rules do not have.
    case unknownActivationConstant = "DM094"
    /// A duplicate key.
    case repeatedKey = "DM095"
    /// A file whose root is not a dictionary.
    case notADictionary = "DM096"
    /// An app clip with the SDK's settings.
    case appClipSettings = "DM097"
    /// A keychain group that the system does not accept, because it lacks the prefix of the team.
    case invalidKeychainGroup = "DM098"
    /// An app without the SDK's settings.
    case missingSettings = "DM100"
    /// A client ID with an invalid form.
    case invalidClientId = "DM109"
    /// A redirect URI, or its scheme, with an invalid form.
    case invalidRedirect = "DM110"

    /// The severity of this check's findings, unless a configuration file overrides it.
    package var severity: Diagnostic.Severity {
        switch self {
        case .tooManyQuerySchemes, .illegalURLScheme, .missingContainingApp, .neverHandledScheme,
            .missingKeychainGroup, .invalidPredicate, .notADictionary:
            .error
        case .missingTwinScheme, .missingRequiredScheme, .manyQuerySchemes, .illegalListedScheme,
            .missingURLTypeTwin, .unknownSetting, .wrongType, .misplacedSetting, .missingClientId, .missingRedirect,
            .invalidAuthority, .missingAppGroup, .unknownAppGroup, .requiredPolicyWithoutEnrollment, .safariHooksOff,
            .invalidColor, .unknownFileProtection, .missingFaceIDText, .scenesWithoutDelegate,
            .missingDocumentTypeTwin, .missingCacheGroup, .keychainGroupOrder, .activationConstants,
            .missingActivationTypes, .unrestrictedActivation, .constantsBesideRule, .wrongActivationValue,
            .unknownActivationConstant, .repeatedKey, .appClipSettings, .invalidKeychainGroup, .missingSettings,
            .invalidClientId, .invalidRedirect:
            .warning
        case .missingRedirectTwin: .note
        }
    }

    /// A detailed explanation of the check.
    package var explanation: LintExplanation {
        switch self {
        case .missingTwinScheme: .missingTwinScheme
        case .missingRequiredScheme: .missingRequiredScheme
        case .tooManyQuerySchemes: .tooManyQuerySchemes
        case .manyQuerySchemes: .manyQuerySchemes
        case .illegalURLScheme: .illegalURLScheme
        case .illegalListedScheme: .illegalListedScheme
        case .missingURLTypeTwin: .missingURLTypeTwin
        case .missingRedirectTwin: .missingRedirectTwin
        case .unknownSetting: .unknownSetting
        case .wrongType: .wrongType
        case .misplacedSetting: .misplacedSetting
        case .missingClientId: .missingClientId
        case .missingRedirect: .missingRedirect
        case .invalidAuthority: .invalidAuthority
        case .missingContainingApp: .missingContainingApp
        case .missingAppGroup: .missingAppGroup
        case .unknownAppGroup: .unknownAppGroup
        case .requiredPolicyWithoutEnrollment: .requiredPolicyWithoutEnrollment
        case .safariHooksOff: .safariHooksOff
        case .invalidColor: .invalidColor
        case .unknownFileProtection: .unknownFileProtection
        case .neverHandledScheme: .neverHandledScheme
        case .missingFaceIDText: .missingFaceIDText
        case .scenesWithoutDelegate: .scenesWithoutDelegate
        case .missingDocumentTypeTwin: .missingDocumentTypeTwin
        case .missingKeychainGroup: .missingKeychainGroup
        case .missingCacheGroup: .missingCacheGroup
        case .keychainGroupOrder: .keychainGroupOrder
        case .activationConstants: .activationConstants
        case .missingActivationTypes: .missingActivationTypes
        case .invalidPredicate: .invalidPredicate
        case .unrestrictedActivation: .unrestrictedActivation
        case .constantsBesideRule: .constantsBesideRule
        case .wrongActivationValue: .wrongActivationValue
        case .unknownActivationConstant: .unknownActivationConstant
        case .repeatedKey: .repeatedKey
        case .notADictionary: .notADictionary
        case .appClipSettings: .appClipSettings
        case .invalidKeychainGroup: .invalidKeychainGroup
        case .missingSettings: .missingSettings
        case .invalidClientId: .invalidClientId
        case .invalidRedirect: .invalidRedirect
        }
    }
}

extension LintFinding {
    /// Creates a finding of one of these checks; see ``init(check:_:at:help:fix:change:)``.
    init(
        _ code: AppLintCode,
        _ message: String,
        at places: [SourceRange],
        help: String? = nil,
        fix: TextEdit? = nil,
        change: PropertyListChange? = nil
    ) {
        self.init(check: code, message, at: places, help: help, fix: fix, change: change)
    }
}
