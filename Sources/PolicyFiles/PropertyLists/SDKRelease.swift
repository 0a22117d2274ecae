import ByteText
package import PropertyList

/// The release in a value with which Xcode describes the SDK that an app is linked with.
package enum SDKRelease: Hashable, Sendable {
    /// A major version of iOS.
    case iOS(Int)
    /// The SDK of another system, which gives no version of iOS.
    case otherSystem
    /// A text that is not a release.
    case invalid

    /// The keys of an Info.plist with such values. The second value is the
    /// version of the SDK that the first one names, and only counts if that is not the SDK of another system.
    package static let keys = ["DTSDKName", "DTPlatformVersion"]

    /// Reads a value, such as `iphoneos27.0`, `iphonesimulator27.0` or `27.0`.
    package init(_ text: String) {
        let text = text.lowercased()
        var version = text[...]
        for name in ["iphoneos", "iphonesimulator"] where text.hasPrefix(name) { version = text.dropFirst(name.count) }
        let major = version.prefix { $0 != "." }
        let isNumber = major.utf8.count <= 3 && major.utf8.allSatisfy(\.isASCIIDigit)
        if isNumber, let release = Int(major), release > 0 {
            self = .iOS(release)
        } else {
            self = text.first?.isLetter == true && !text.hasPrefix("iphone") ? .otherSystem : .invalid
        }
    }

    /// The first entry of an Info.plist that gives a release of iOS, and that release.
    ///
    /// - Parameter find: Finds the entry of a key.
    /// - Returns: Nil if no entry does: they are missing, filled in by the build, or about another system.
    package static func known(
        _ find: (String) -> PropertyListNode.Entry?
    ) -> (entry: PropertyListNode.Entry, release: Int)? {
        for key in keys {
            guard let entry = find(key), case .string(let text) = entry.value.content, !BuildVariable.occurs(in: text)
            else { continue }
            switch SDKRelease(text) {
            case .iOS(let release): return (entry, release)
            case .otherSystem: return nil
            case .invalid: continue
            }
        }
        return nil
    }
}
