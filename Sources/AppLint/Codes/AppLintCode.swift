public import Diagnostics
import PropertyList

/// The checks of an app's Info.plist and entitlements, DM060 to DM100 and DM109 to DM119.
public enum AppLintCode: String, LintCode {
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
    /// A keychain group of the SDK comes first, where the app's own belongs.
    case keychainGroupOrder = "DM087"
    /// An activation rule made of constants, which can't name the types of the SDK.
    case activationConstants = "DM088"
    /// An activation rule without the types of the SDK.
    case missingActivationTypes = "DM089"
    /// An activation rule that is not a predicate.
    case invalidPredicate = "DM090"
    /// An activation rule that takes everything.
    case unrestrictedActivation = "DM091"
    /// Constants of an activation rule that stand beside it.
    case constantsBesideRule = "DM092"
    /// A constant of an activation rule that is not a number and no boolean.
    case wrongActivationValue = "DM093"
    /// A constant that no activation rule has.
    case unknownActivationConstant = "DM094"
    /// A key that appears twice.
    case repeatedKey = "DM095"
    /// A file whose root is not a dictionary.
    case notADictionary = "DM096"
    /// An app without settings of the SDK.
    case missingSettings = "DM100"
    /// A client ID that is none.
    case invalidClientId = "DM109"
    /// A redirect URI or its scheme that is none.
    case invalidRedirect = "DM110"

    /// How much a finding of this check matters, unless a configuration file says otherwise.
    public var severity: Diagnostic.Severity {
        switch self {
        case .tooManyQuerySchemes, .illegalURLScheme, .missingContainingApp, .neverHandledScheme,
            .missingKeychainGroup, .invalidPredicate, .notADictionary:
            .error
        case .missingTwinScheme, .missingRequiredScheme, .manyQuerySchemes, .illegalListedScheme,
            .missingURLTypeTwin, .unknownSetting, .wrongType, .misplacedSetting, .missingClientId, .missingRedirect,
            .invalidAuthority, .missingAppGroup, .unknownAppGroup, .requiredPolicyWithoutEnrollment, .safariHooksOff,
            .invalidColor, .unknownFileProtection, .missingFaceIDText, .scenesWithoutConfigurations,
            .missingDocumentTypeTwin, .missingCacheGroup, .keychainGroupOrder, .activationConstants,
            .missingActivationTypes, .unrestrictedActivation, .constantsBesideRule, .wrongActivationValue,
            .unknownActivationConstant, .repeatedKey, .missingSettings, .invalidClientId, .invalidRedirect:
            .warning
        case .missingRedirectTwin: .note
        }
    }

    /// What the check looks for, at length.
    public var explanation: LintExplanation {
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
        case .scenesWithoutConfigurations: .scenesWithoutConfigurations
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
        case .missingSettings: .missingSettings
        case .invalidClientId: .invalidClientId
        case .invalidRedirect: .invalidRedirect
        }
    }
}

extension LintFinding {
    /// Makes a finding of one of these checks; see ``init(check:_:at:help:fix:change:)``.
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
