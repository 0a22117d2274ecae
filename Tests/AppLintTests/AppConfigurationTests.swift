import AppLint
import Diagnostics
import PropertyList
import Testing

@Suite("Configuring an app") struct AppConfigurationTests {
    /// Reads a dictionary with these lines.
    static func document(_ lines: String, path: String = "Info.plist") throws -> PropertyListDocument {
        let text = "<plist version=\"1.0\">\n<dict>\n\(lines)\n</dict>\n</plist>\n"
        return try PropertyListReader().read(Array(text.utf8), path: path)
    }

    /// Configures twice; the second time must change nothing.
    static func configure(_ lines: String, _ entitlements: String? = nil) throws -> AppConfiguration {
        let rights = try entitlements.map { try document($0, path: "App.entitlements") }
        let first = try AppConfiguration(infoPlist: document(lines), entitlements: rights)
        let second = try again(first)
        #expect(second.findings.map(\.diagnostic) == first.findings.map(\.diagnostic))
        return first
    }

    /// Configures the result of a configuration, which must change nothing.
    @discardableResult static func again(_ first: AppConfiguration) throws -> AppConfiguration {
        let second = try AppConfiguration(
            infoPlist: first.infoPlist.document,
            entitlements: first.entitlements?.document
        )
        #expect(second.additions.isEmpty)
        #expect(second.infoPlist.bytes == first.infoPlist.bytes)
        #expect(second.entitlements?.bytes == first.entitlements?.bytes)
        return second
    }

    /// The texts of the array at a key.
    static func texts(_ file: AppConfiguration.File?, _ keys: String...) -> [String] {
        var node = file?.document.root
        for key in keys { node = node?.entry(key)?.value }
        guard case .array(let nodes)? = node?.content else { return [] }
        return nodes.map { if case .string(let text) = $0.content { text } else { "?" } }
    }

    static func text(_ file: AppConfiguration.File, _ keys: String...) -> String? {
        var node: PropertyListNode? = file.document.root
        for key in keys { node = node?.entry(key)?.value }
        if case .string(let text)? = node?.content { return text }
        return nil
    }

    static func codes(_ configuration: AppConfiguration) -> Set<AppLintCode> {
        Set(configuration.additions.map(\.code))
    }

    // Additions for the SDK would be nonsense there, and lint finds nothing missing in these files.
    @Test(
        "A file of anything but an app or an extension for iOS is named",
        arguments: [
            ("CFBundlePackageType = FMWK", "Info.plist", "the Info.plist of a framework"),
            ("CFBundlePackageType = BNDL", "Info.plist", "the Info.plist of a bundle of tests or resources"),
            ("CFBundlePackageType = dSYM", "Info.plist", "the Info.plist of debug symbols"),
            ("CFBundlePackageType = KEXT", "Info.plist", "the Info.plist of a bundle of the type `KEXT`"),
            (
                "CFBundlePackageType = XFWK, AvailableLibraries = a", "Info.plist",
                "the list of libraries in an XCFramework"
            ),
            ("CFBundleIdentifier = a, DTCompiler = b", "Info.plist", "the Info.plist of a bundle of resources"),
            (
                "CFBundlePackageType = APPL, NSPrincipalClass = NSApplication", "Info.plist",
                "the Info.plist of an app for macOS"
            ),
            ("CFBundleName = a, LSMinimumSystemVersion = 14.0", "Info.plist", "the Info.plist of an app for macOS"),
            ("CFBundleName = a, WKApplication = b", "Info.plist", "the Info.plist of an app for watchOS"),
            ("CFBundleName = a, WKWatchKitApp = b", "Info.plist", "the Info.plist of an app for watchOS"),
            ("CFBundleName = a, DTSDKName = watchos26.0", "Info.plist", "the Info.plist of an app for watchOS"),
            ("CFBundleName = a, DTSDKName = appletvos26.0", "Info.plist", "the Info.plist of an app for tvOS"),
            ("CFBundleName = a, DTSDKName = xros26.0", "Info.plist", "the Info.plist of an app for visionOS"),
            ("CFBundleName = a, NSAppClip = b", "Info.plist", "the Info.plist of an app clip"),
            ("CFBundleName = a, DTSDKName = iphonesimulator26.0", "Info.plist", nil),
            ("API_KEY = a, GOOGLE_APP_ID = b", "GoogleService-Info.plist", "a configuration of Google's services"),
            ("PayloadType = Configuration", "a.mobileconfig", "a configuration profile"),
            ("a = b", "settings.plist", "a property list without any key of an Info.plist"),
            ("a = b", "Own-Info.plist", "a property list without any key of an Info.plist"),
            // An app may have the keys of other files too.
            ("GOOGLE_APP_ID = a, LSRequiresIPhoneOS = a", "own.plist", nil),
            ("GCM_SENDER_ID = a, CFBundlePackageType = APPL", "own.plist", nil),
            ("AvailableLibraries = a, CFBundleName = a, IntuneMAMSettings = a", "own.plist", nil),
            // Xcode adds the rest.
            ("", "settings.plist", nil), ("a = b", "App/Info.plist", nil), ("UIAppFonts = a", "own.plist", nil),
            ("ITSAppUsesNonExemptEncryption = a", "own.plist", nil), ("NSExtension = a", "own.plist", nil),
            ("CFBundlePackageType = APPL", "own.plist", nil), ("CFBundlePackageType = XPC!", "own.plist", nil),
            ("CFBundlePackageType = $(PRODUCT_BUNDLE_PACKAGE_TYPE)", "own.plist", nil),
            ("LSMinimumSystemVersion = 14.0, UILaunchScreen = a", "own.plist", nil),
            ("LSMinimumSystemVersion = 14.0, LSRequiresIPhoneOS = a", "own.plist", nil),
            (
                "LSMinimumSystemVersion = 14.0, UIDesignRequiresCompatibility = a", "own.plist",
                "the Info.plist of an app for macOS"
            ),
        ] as [(String, String, String?)]
    )
    func purposes(entries: String, path: String, purpose: String?) throws {
        let lines = entries.split(separator: ", ").map { entry in
            let words = entry.split(separator: " = ")
            return "<key>\(words[0])</key><string>\(words[1])</string>"
        }
        let document = try Self.document(lines.joined(separator: "\n"), path: path)
        #expect(AppConfiguration.otherPurpose(of: document) == purpose)
    }

    @Test(
        "The platforms of a built app tell its system",
        arguments: [
            ("WatchOS", "watchOS"), ("WatchSimulator", "watchOS"), ("AppleTVOS", "tvOS"), ("XROS", "visionOS"),
            ("MacOSX", "macOS"), ("iPhoneOS", nil), ("iPhoneSimulator", nil), ("iPhoneOS XROS", nil), ("$(A)", nil),
        ] as [(String, String?)]
    )
    func platforms(names: String, system: String?) throws {
        let list = names.split(separator: " ").map { "<string>\($0)</string>" }.joined()
        let document = try Self.document("<key>CFBundleSupportedPlatforms</key><array>\(list)</array>")
        #expect(AppConfiguration.otherPurpose(of: document) == system.map { "the Info.plist of an app for \($0)" })
        let point = "<key>NSExtensionPointIdentifier</key><string>com.apple.watchkit</string>"
        let watch = try Self.document("<key>NSExtension</key><dict>\(point)</dict>")
        #expect(AppConfiguration.otherPurpose(of: watch) == "the Info.plist of an app for watchOS")
    }

    @Test("Comments and processing instructions in an empty list of groups stay in it")
    func emptyGroups() throws {
        let plist = "<key>CFBundleIdentifier</key><string>com.example.app</string>"
        let list = "<array>\n<!-- e --><?p i?>\n</array>"
        let result = try Self.configure(plist, "<key>keychain-access-groups</key>\n\(list)")
        let text = String(decoding: result.entitlements?.bytes ?? [], as: UTF8.self)
        #expect(text.contains("</string>\n<!-- e --><?p i?>\n</array>"), "\(text)")
        #expect(Self.texts(result.entitlements, "keychain-access-groups").count == 3)
    }

    @Test("The author's values are unchanged, even if lint would correct them")
    func corrections() throws {
        let lines = """
            \t<key>CFBundleIdentifier</key>
            \t<string>com.example.app</string> <!-- mine -->
            \t<key>NSFaceIDUsageDescription</key><string>To be sure.</string>
            \t<key>CFBundleURLTypes</key>
            \t<array>
            \t\t<dict>
            \t\t\t<key>CFBundleURLSchemes</key>
            \t\t\t<array>
            \t\t\t\t<string>msauth.com.example.app://auth</string>
            \t\t\t</array>
            \t\t</dict>
            \t</array>
            \t<key>IntuneMAMSettings</key>
            \t<dict>
            \t\t<key>MultiIdentity</key>
            \t\t<string>YES</string>
            \t\t<key>AutoEnrolOnLaunch</key>
            \t\t<true/>
            \t</dict>
            """
        let result = try Self.configure(lines)
        // Every original line is still there.
        let before = try Self.document(lines).source.bytes.split(separator: 0x0A)
        #expect(result.infoPlist.bytes.split(separator: 0x0A).difference(from: before).removals.isEmpty)
        let left = Set(result.findings.compactMap(\.check))
        #expect(left.isSuperset(of: [.illegalURLScheme, .wrongType, .unknownSetting]))
        #expect(Self.text(result.infoPlist, "NSFaceIDUsageDescription") == "To be sure.")
        #expect(Self.codes(result).isDisjoint(with: [.illegalURLScheme, .wrongType, .unknownSetting]))
    }

    @Test("Suppressed findings cause no change and are not reported")
    func suppression() throws {
        let result = try AppConfiguration(infoPlist: Self.document(""), entitlements: nil) { finding, _, _ in
            finding.check != .missingFaceIDText
        }
        #expect(Self.text(result.infoPlist, "NSFaceIDUsageDescription") == nil)
        #expect(!Self.codes(result).contains(.missingFaceIDText) && !Self.codes(result).isEmpty)
        #expect(!result.findings.contains { $0.check == .missingFaceIDText })
    }

    @Test("A missing Face ID usage description is added, and an empty one counts as missing")
    func faceID() throws {
        for lines in ["", "<key>NSFaceIDUsageDescription</key><string> </string>"] {
            let result = try Self.configure(lines)
            #expect(Self.text(result.infoPlist, "NSFaceIDUsageDescription")?.contains("Face ID") == true)
        }
        let variable = "<key>NSFaceIDUsageDescription</key><string>$(FACE_ID)</string>"
        #expect(try Self.text(Self.configure(variable).infoPlist, "NSFaceIDUsageDescription") == "$(FACE_ID)")
    }

    @Test(
        "Schemes are added up to the number that the system reads",
        arguments: [(nil, 50), ("iphoneos26.0", 50), ("iphoneos27.0", 25)]
    )
    func schemes(sdk: String?, limit: Int) throws {
        let version = sdk.map { "<key>DTSDKName</key><string>\($0)</string>\n" } ?? ""
        let none = try Self.configure(version)
        let always = Self.texts(none.infoPlist, "LSApplicationQueriesSchemes")
        #expect(always.contains("http-intunemam") && always.contains("intunemam-mtd"))
        // Two more schemes fit; the list must not grow beyond the system's limit.
        let own = (0..<(limit - 2)).map { "<string>own\($0)</string>" }.joined(separator: "\n")
        let full = try Self.configure("\(version)<key>LSApplicationQueriesSchemes</key>\n<array>\n\(own)\n</array>")
        let listed = Self.texts(full.infoPlist, "LSApplicationQueriesSchemes")
        #expect(listed.count == limit)
        #expect(listed.prefix(limit - 2).elementsEqual((0..<(limit - 2)).map { "own\($0)" }))
        #expect(full.findings.contains { $0.change == nil && $0.check == .missingTwinScheme })
        let few = try Self.configure(
            "\(version)<key>LSApplicationQueriesSchemes</key>\n<array>\n<string>msteams</string>\n</array>"
        )
        #expect(Self.texts(few.infoPlist, "LSApplicationQueriesSchemes").contains("msteams-intunemam"))
    }

    @Test("Twins are declared next to the URL types")
    func urlTypes() throws {
        let result = try Self.configure(
            """
            <key>CFBundleURLTypes</key>
            <array>
              <dict><key>CFBundleURLSchemes</key><array><string>one</string><string>$(TWO)</string></array></dict>
              <dict>
                <key>CFBundleURLSchemes</key>
                <array>
                  <string>three</string>
                </array>
              </dict>
            </array>
            """
        )
        let text = String(decoding: result.infoPlist.bytes, as: UTF8.self)
        #expect(
            text.contains(
                "<array><string>one</string><string>$(TWO)</string><string>one-intunemam</string>"
                    + "<string>$(TWO)-intunemam</string></array>"
            )
        )
        #expect(text.contains("      <string>three</string>\n      <string>three-intunemam</string>\n    </array>"))
    }

    @Test(
        "Keychain groups are put in order",
        arguments: [
            (
                "",
                "$(AppIdentifierPrefix)com.example.app,$(AppIdentifierPrefix)com.microsoft.intune.mam,"
                    + "$(AppIdentifierPrefix)com.microsoft.adalcache"
            ),
            (
                "$(AppIdentifierPrefix)com.example.other",
                "$(AppIdentifierPrefix)com.example.other,$(AppIdentifierPrefix)com.microsoft.intune.mam,"
                    + "$(AppIdentifierPrefix)com.microsoft.adalcache"
            ),
            (
                "$(AppIdentifierPrefix)com.microsoft.adalcache",
                "$(AppIdentifierPrefix)com.example.app,$(AppIdentifierPrefix)com.microsoft.adalcache,"
                    + "$(AppIdentifierPrefix)com.microsoft.intune.mam"
            ),
            (
                "$(AppIdentifierPrefix)com.microsoft.intune.mam,$(AppIdentifierPrefix)com.example.app,x",
                "$(AppIdentifierPrefix)com.example.app,$(AppIdentifierPrefix)com.microsoft.intune.mam,x,"
                    + "$(AppIdentifierPrefix)com.microsoft.adalcache"
            ),
        ]
    )
    func keychain(before: String, after: String) throws {
        let groups = before.split(separator: ",").map { "<string>\($0)</string>\n" }.joined()
        let lines = before.isEmpty ? "" : "<key>keychain-access-groups</key>\n<array>\n\(groups)</array>"
        let plist = "<key>CFBundleIdentifier</key><string>com.example.app</string>"
        let result = try Self.configure(plist, lines)
        #expect(Self.texts(result.entitlements, "keychain-access-groups").joined(separator: ",") == after)
        // Without a bundle ID, the app's own group is unknown.
        let unknown = try Self.configure("", lines)
        if before.isEmpty { #expect(unknown.entitlements?.isChanged == false) }
        #expect(try AppConfiguration(infoPlist: Self.document(plist), entitlements: nil).entitlements == nil)
    }

    @Test("Constant activation rules become predicates, and predicates get the SDK's types")
    func activation() throws {
        let wrap = { (rule: String) in
            """
            <key>NSExtension</key>
            <dict>
            \t<key>NSExtensionAttributes</key>
            \t<dict>
            \t\t<key>NSExtensionActivationRule</key>
            \t\t\(rule)
            \t</dict>
            \t<key>NSExtensionPointIdentifier</key>
            \t<string>com.apple.share-services</string>
            </dict>
            """
        }
        let path = ["NSExtension", "NSExtensionAttributes", "NSExtensionActivationRule"]
        let constants = try Self.configure(
            wrap("<dict><key>NSExtensionActivationSupportsImageWithMaxCount</key><integer>3</integer></dict>")
        )
        let rule = Self.text(constants.infoPlist, path[0], path[1], path[2]) ?? ""
        #expect(rule.contains("\"public.image\"") && rule.contains("\"com.microsoft.intune.mam.public.image\""))
        #expect(rule.contains("<= 3"))
        #expect(Self.codes(constants) == [.activationConstants])
        // An extension needs no Face ID text and no schemes.
        #expect(Self.text(constants.infoPlist, "NSFaceIDUsageDescription") == nil)

        let predicate = """
            SUBQUERY(extensionItems, $i, SUBQUERY($i.attachments, $a, \
            ANY $a.registeredTypeIdentifiers UTI-CONFORMS-TO "public.url").@count == 1).@count == 1
            """
        let added = try Self.configure(wrap("<string>\(predicate)</string>"))
        #expect(
            Self.text(added.infoPlist, path[0], path[1], path[2])?.contains("com.microsoft.intune.mam.public.url")
                == true
        )
        let broken = try Self.configure(wrap("<string>SUBQUERY(</string>"))
        #expect(!broken.infoPlist.isChanged)
        #expect(broken.findings.contains { $0.check == .invalidPredicate })
        // Only the author can name the containing app and its settings.
        #expect(broken.findings.contains { $0.check == .missingContainingApp })
    }

    @Test("Every byte of an activation rule is kept, and additions follow its notation")
    func activationBytes() throws {
        let rule =
            "SUBQUERY(extensionItems, $i,\r\n\tSUBQUERY($i.attachments, $a,\r\n\t\t"
            + "ANY $a.registeredTypeIdentifiers UTI-CONFORMS-TO &quot;public.url&quot; &#38;&#38; $a != nil\r\n\t)"
            + ".@count &gt;= 1<!-- one is enough -->\r\n).@count == 1"
        let wrap = { (rule: String) in
            "<key>NSExtension</key><dict><key>NSExtensionAttributes</key><dict><key>NSExtensionActivationRule</key>"
                + "<string>\(rule)</string></dict></dict>"
        }
        let asked = "ANY $a.registeredTypeIdentifiers UTI-CONFORMS-TO &quot;"
        let expected = rule.replacing(
            "\(asked)public.url&quot;",
            with: "(\(asked)public.url&quot; || \(asked)com.microsoft.intune.mam.public.url&quot;)"
        )
        let result = try Self.configure(wrap(rule))
        #expect(String(decoding: result.infoPlist.bytes, as: UTF8.self).contains(wrap(expected)))
        #expect(Self.codes(result) == [.missingActivationTypes])
    }

    @Test("No query scheme is spent on a twin that no app has")
    func twinless() throws {
        let schemes = ["msauthv2", "msauthv3", "companyportal", "msauth.com.fabrikam.app"]
        let array = schemes.map { "<string>\($0)</string>" }.joined()
        let result = try Self.configure("<key>LSApplicationQueriesSchemes</key><array>\(array)</array>")
        let twins = Self.texts(result.infoPlist, "LSApplicationQueriesSchemes").filter { $0.hasSuffix("-intunemam") }
        #expect(twins.count == 4 && twins.allSatisfy { $0.contains("http") }, "\(twins)")
    }

    @Test("A binary file stays binary and gets the same additions")
    func binary() throws {
        let lines = "<key>CFBundleIdentifier</key>\n<string>com.example.app</string>"
        let xml = try Self.configure(lines)
        let empty = "bplist00".utf8 + [0xD0, 8] + [0, 0, 0, 0, 0, 0, 1, 1]
        let trailer: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9]
        var document = try PropertyListReader().read(empty + trailer, path: "Info.plist")
        let filled = try document.applying([.set(["CFBundleIdentifier"], .string("com.example.app"))])
        document = try PropertyListReader().read(filled, path: "Info.plist")
        let binary = try AppConfiguration(infoPlist: document, entitlements: nil)
        #expect(binary.infoPlist.document.format == .binary)
        #expect(binary.additions == xml.additions)
        let again = try AppConfiguration(infoPlist: binary.infoPlist.document, entitlements: nil)
        #expect(again.infoPlist.bytes == binary.infoPlist.bytes && again.additions.isEmpty)
    }
}
