import ByteText
import Diagnostics
import DocumentReading

/// Hides the values of app configurations from every report, in files that contain more than configurations.
///
/// A file that is only a configuration is confidential as a whole: ``ConfigurationDictionaries``.
extension ReadingContext {
    /// Hides the lines of the configurations in a policy document.
    ///
    /// Lines are hidden before anything is read, because a mistake elsewhere can end the reading early, and a document
    /// in JSON can be one line.
    func hideConfigurations(ofDocument root: DocumentNode) {
        guard case .mapping(let entries) = root.content else { return }
        for entry in entries {
            switch entry.key {
            case "appConfigurations": hideConfigurations(entry.value)
            case "app":
                guard case .mapping(let settings) = entry.value.content else { continue }
                for setting in settings where setting.key == "appConfig" { hideLines(of: setting.value.place) }
            default: continue
            }
        }
    }

    /// Hides everything in a list of configurations except the keys that contain no values, so that the name of a
    /// missing file is still shown.
    private func hideConfigurations(_ node: DocumentNode) {
        guard case .sequence(let elements) = node.content else { return hideLines(of: node.place) }
        let shown: Set = ["graph", "plist", "channel", "default", "accounts", "mobileApp"]
        var places: Set<DocumentNode.Place> = []
        for element in elements {
            guard case .mapping(let entries) = element.content else {
                places.insert(element.place)
                continue
            }
            for entry in entries where !shown.contains(entry.key) {
                places.formUnion([entry.keyPlace, entry.value.place])
            }
        }
        // PERF: thousands of aliases can stand for one large value, which is hidden once.
        for place in places { hideLines(of: place) }
    }

    /// Hides the lines of configurations in an export or a device log that was read for its policies.
    ///
    /// - Complexity: O(*n*) in the number of values.
    func hideConfigurations(ofExport node: DocumentNode) {
        switch node.content {
        case .scalar: return
        case .sequence(let elements):
            for element in elements { hideConfigurations(ofExport: element) }
        case .mapping(let entries):
            for entry in entries {
                if Self.exportedConfigurationKeys.contains(entry.key) {
                    hideLines(of: entry.value.place)
                } else {
                    hideConfigurations(ofExport: entry.value)
                }
            }
        }
    }

    /// The keys whose values are configurations in exports and logs.
    private static let exportedConfigurationKeys: Set = [
        ConfigurationDictionaries.logKey, "customSettings", "encodedSettingXml", "appConfigKeyValue",
    ]

    /// Hides a file that could not be read, from the first word on that begins a configuration.
    func hideConfigurations(ofUnreadable file: Int32) { files[Int(file)].source.hideConfigurations() }
}

extension SourceFile {
    /// Hides the lines from the first word on that begins an app configuration, for a text that was not read.
    ///
    /// The word may be in a comment: without the structure of the file, hiding too much is the only safe choice.
    ///
    /// - Complexity: O(*n*) in the bytes.
    package mutating func hideConfigurations() {
        // `appConfig` also begins `appConfigurations` and `appConfigKeyValue`.
        let words = ["appConfig", ConfigurationDictionaries.logKey, "customSettings", "encodedSettingXml"]
        guard let first = words.compactMap({ ByteSearch.first(Array($0.utf8), in: bytes, from: 0) }).min() else {
            return
        }
        hideLines(of: first..<bytes.count)
    }
}
