import Diagnostics
import PolicyModel
import PropertyList
import Testing

@testable import AppLint

/// Targets without findings; every test removes or breaks something.
enum AppSamples {
    /// The Info.plist of an app.
    static let plist: PropertyListValue = [
        "CFBundleIdentifier": "com.contoso.app",
        "DTSDKName": "iphoneos26.0",
        "CFBundleURLTypes": [
            [
                "CFBundleURLName": "contoso",
                "CFBundleURLSchemes": [
                    "contoso", "contoso-intunemam", "msauth.com.contoso.app", "msauth.com.contoso.app-intunemam",
                ],
            ]
        ],
        "CFBundleDocumentTypes": [
            ["LSItemContentTypes": ["public.text", "com.microsoft.intune.mam.public.text"]]
        ],
        "LSApplicationQueriesSchemes": .array(queries.map { .string($0) }),
        "NSFaceIDUsageDescription": "Face ID protects your work documents.",
        "UIApplicationSceneManifest": [
            "UISceneConfigurations": ["UIWindowSceneSessionRoleApplication": [["UISceneDelegateClassName": "Scene"]]]
        ],
        "IntuneMAMSettings": [
            "ADALClientId": "b6c7a1b2-0000-0000-0000-000000000000",
            "ADALRedirectUri": "msauth.com.contoso.app://auth",
            "ADALAuthority": "https://login.microsoftonline.com/contoso.com",
            "MAMPolicyRequired": true,
            "AutoEnrollOnLaunch": true,
            "AppGroupIdentifiers": ["group.com.contoso.app"],
            "WebViewHandledURLSchemes": ["contoso"],
            "MaxFileProtectionLevel": "NSFileProtectionComplete",
            "AccentColor": "#0078D4",
            "SplashDuration": 2,
            "MultiIdentity": true,
        ],
    ]

    static let queries: [String] = [
        "fabrikam", "fabrikam-intunemam", "mailto", "mailto-intunemam", "ms-outlook-intunemam", "http-intunemam",
        "https-intunemam", "microsoft-edge-http-intunemam", "microsoft-edge-https-intunemam", "smart-ns", "zips",
        "lacoonsecurity", "wandera", "lookoutwork-ase", "skycure", "betteractiveshield", "smsec", "mvisionmobile",
        "scmx", "intunemam-mtd",
    ]

    /// Its entitlements.
    static let entitlements: PropertyListValue = [
        "keychain-access-groups": [
            "$(AppIdentifierPrefix)com.contoso.app", "$(AppIdentifierPrefix)com.microsoft.intune.mam",
            "$(AppIdentifierPrefix)com.microsoft.adalcache",
        ],
        "com.apple.security.application-groups": ["group.com.contoso.app"],
    ]

    /// The Info.plist of a share extension.
    static let shareExtension: PropertyListValue = [
        "CFBundleIdentifier": "com.contoso.app.share",
        "IntuneMAMSettings": ["ContainingAppBundleId": "com.contoso.app"],
        "NSExtension": [
            "NSExtensionPointIdentifier": "com.apple.share-services",
            "NSExtensionAttributes": ["NSExtensionActivationRule": .string(rule)],
        ],
    ]

    static let rule = """
        SUBQUERY (extensionItems, $extensionItem,
            SUBQUERY ($extensionItem.attachments, $attachment,
                ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO "public.image" ||
                ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO "com.microsoft.intune.mam.public.image"
            ).@count == 1
        ).@count == 1
        """

    static let rulePath: [PropertyListChange.Step] = [
        "NSExtension", "NSExtensionAttributes", "NSExtensionActivationRule",
    ]

    /// A complete target; the parts that are not the row's subject come from the app without findings.
    struct Target {
        var plist: PropertyListValue? = AppSamples.plist
        var entitlements: PropertyListValue? = AppSamples.entitlements
        var assumesSDK = false
        var isNamed = false

        /// The findings of lint for it, in one of the two forms.
        func findings(binary: Bool = false) throws -> [LintFinding] {
            let documents = try documents(binary: binary)
            return AppChecks(
                infoPlist: documents.plist,
                entitlements: documents.entitlements,
                assumesSDK: assumesSDK,
                isNamed: isNamed
            )
            .findings()
        }

        func documents(binary: Bool) throws -> (plist: PropertyListDocument?, entitlements: PropertyListDocument?) {
            let write = binary ? PlistWriter.binary : PlistWriter.xml
            let reader = PropertyListReader()
            return (
                try plist.map { try reader.read(write($0), path: "Info.plist") },
                try entitlements.map { try reader.read(write($0), path: "App.entitlements") }
            )
        }

        /// The target after all fixes of its findings.
        func mended(_ findings: [LintFinding]) -> Target {
            var result = self
            for finding in findings {
                guard let change = finding.change else { continue }
                if finding.diagnostic.places.first?.path == "Info.plist" {
                    result.plist = result.plist?.applying(change)
                } else {
                    result.entitlements = result.entitlements?.applying(change)
                }
            }
            return result
        }
    }
}
