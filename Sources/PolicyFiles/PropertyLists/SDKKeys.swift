import Diagnostics
package import PolicyModel
package import PropertyList

/// The keys by which the Info.plist of an app configures the SDK, and keys that were probably meant as one of them.
///
/// The reader of policy documents and lint look keys up here, so that both find the same mistakes.
package enum SDKKeys {
    /// The key of the dictionary that configures the SDK.
    package static let dictionary = "IntuneMAMSettings"

    /// The keys of the dictionary, in the order of the model.
    package static let names: [String] = AppSetting.allCases.compactMap { setting in
        if case .settings(let key)? = setting.infoPlistKey { return key }
        return nil
    }

    /// The settings by their keys in the dictionary.
    package static let settings: [String: AppSetting] = {
        var settings: [String: AppSetting] = [:]
        for setting in AppSetting.allCases {
            if case .settings(let key)? = setting.infoPlistKey { settings[key] = setting }
        }
        return settings
    }()

    /// Keys of the dictionary that an Info.plist may have at its root for another purpose.
    private static let shared: Set<String> = [
        "BackgroundColor", "ForegroundColor", "AccentColor", "SecondaryBackgroundColor", "SecondaryForegroundColor",
        "SplashIconFile", "SplashIconFile~ipad", "SplashDuration", "SupportsDarkMode", "VerboseLoggingEnabled",
    ]

    // MARK: Misplaced keys

    /// A setting of the SDK at the root of an Info.plist, where nothing reads it.
    package struct Misplaced {
        /// The entry.
        package let entry: PropertyListNode.Entry
        /// What is wrong: one line in lower case without a final period.
        package var message: String {
            "`\(entry.key.text)` has no effect outside the dictionary `\(SDKKeys.dictionary)`"
        }
        /// What to do.
        package let help: String
    }

    /// The settings of the SDK at a root, each key once.
    ///
    /// - Complexity: O(*n*) in the entries of the root and of the dictionary.
    package static func misplaced(in root: PropertyListNode) -> [Misplaced] {
        let inside = Set((root.entry(dictionary)?.value.entries ?? []).map(\.key.text))
        var found: Set<String> = []
        return (root.entries ?? []).compactMap { entry in
            let key = entry.key.text
            guard settings[key] != nil, !shared.contains(key), found.insert(key).inserted else { return nil }
            let isThere = inside.contains(key)
            return Misplaced(
                entry: entry,
                help: isThere ? "remove it: the dictionary has it too" : "move it into the dictionary, if intended"
            )
        }
    }

    // MARK: Misspelled keys

    /// An unknown key that is probably a misspelling of a known one.
    package struct Misspelling {
        /// The key.
        package let key: PropertyListNode.Key
        /// The known key that was probably meant.
        package let known: String
        /// Another key for which the same known key was meant, or that known key itself; nil if there is none. With two
        /// of them, a corrected key would be a duplicate, and the other value could apply.
        package let rival: String?

        /// What to do.
        package var help: String {
            guard let rival else { return "did you mean `\(known)`?" }
            if rival == known {
                return known == SDKKeys.dictionary
                    ? "move its settings into `\(known)`" : "remove it: `\(known)` is there too"
            }
            return rival == key.text
                ? "it is there twice: keep one of them, as `\(known)`"
                : "`\(Quoted.word(rival))` is there too: keep one of them, as `\(known)`"
        }
    }

    /// The misspelled keys among the entries of one dictionary, in their order.
    ///
    /// - Parameters:
    ///   - entries: The entries.
    ///   - known: The known keys.
    ///   - limit: The number of unknown keys that are compared, which bounds the cost of a hostile file.
    /// - Returns: The misspelled keys, in file order.
    /// - Complexity: O(*n*) in the entries, plus the comparisons of unknown keys with all known ones.
    package static func misspellings(
        in entries: [PropertyListNode.Entry],
        of known: [String],
        limit: Int = .max
    ) -> [Misspelling] {
        let names = Set(known)
        let present = Set(entries.map(\.key.text).filter { names.contains($0) })
        let unknown = entries.map(\.key).filter { !names.contains($0.text) }.prefix(limit)
        let meant = unknown.compactMap { key in
            Spelling.nearest(to: key.text, among: known).map { (key: key, known: $0) }
        }
        let positions = Dictionary(grouping: meant.indices) { meant[$0].known }
        return meant.indices.map { position in
            let (key, name) = meant[position]
            let other = positions[name, default: []].first { $0 != position }
            let rival = present.contains(name) ? name : other.map { meant[$0].key.text }
            return Misspelling(key: key, known: name, rival: rival)
        }
    }

    /// The dictionaries at a root whose keys are misspellings of ``dictionary``.
    ///
    /// - Complexity: O(*n*) in the entries.
    package static func misspeltDictionaries(in root: PropertyListNode) -> [Misspelling] {
        let entries = (root.entries ?? []).filter { $0.key.text == dictionary || $0.value.entries != nil }
        return misspellings(in: entries, of: [dictionary])
    }
}

extension AppSetting.Kind {
    /// Whether values of this kind are arrays or dictionaries. A build fills variables into texts, which stay texts, so
    /// a text is always wrong for such a setting.
    package var isCollection: Bool {
        switch self {
        case .texts, .schemes, .dictionary: true
        case .boolean, .text, .number, .color, .choice, .systemRelease: false
        }
    }
}
