package import Diagnostics
import LintChecks
import PolicyFiles
import PolicyModel

/// Converts a Graph document, an export or a device log to a policy document with inline settings.
package enum GraphImport {
    /// Reads a file.
    ///
    /// - Parameters:
    ///   - file: JSON, or a property list for logs.
    ///   - displayName: The display name or id of the policy to read, if the file contains several.
    ///   - name: The name of the policy in the document.
    /// - Returns: A policy document with the same meaning as the file; without text if the file cannot be read.
    package static func read(
        _ file: SourceFile,
        displayName: String? = nil,
        name: String = "imported"
    ) -> ImportResult {
        var result = ImportResult(.policyDocument, reading: "read as an iOS app protection policy", sources: [file])
        var entry = "{\"file\":\(JSONText.string(GraphImportFile.path))"
        if let displayName { entry += ",\"displayName\":\(JSONText.string(displayName))" }
        let document = "{\"demarc\":1,\"policies\":{\(JSONText.string(name)):{\"graph\":\(entry)}}}}"
        let reader = PolicyDocumentReader(files: GraphImportFile(file: file), allowsOutside: true)
        let loaded = reader.load(text: document, path: GraphImportFile.documentPath)
        result.findings = loaded.diagnostics.map { finding in
            var finding = finding
            finding.message.replace("`\(GraphImportFile.path)`", with: "`\(Quoted.word(file.path))`")
            if finding.code == FindingCode.severalPolicies.rawValue, displayName == nil {
                finding.help = "choose one with `--display-name NAME`"
            }
            finding.places = finding.places.filter { $0.path != GraphImportFile.documentPath }.map { place in
                var place = place
                place.path = file.path
                return place
            }
            return finding
        }
        guard let policy = loaded.document?.policies[name] else {
            result.dropped = 1
            return result
        }
        // Tools write one set of keys for all systems. Keys for Android correctly have no effect here.
        let unknown = policy.unknownSettings.lazy.filter { !PolicyFileNames.isAndroidSetting($0.name) }
        for (number, unknown) in unknown.enumerated() {
            let place = file.offset(line: unknown.location.line, column: unknown.location.column).map { start in
                // The place of a key in JSON begins with its quote.
                let quotes = file.bytes.dropFirst(start).first == UInt8(ascii: "\"") ? 2 : 0
                return file.range(start..<min(start + unknown.name.utf8.count + quotes, file.bytes.count))
            }
            // A key that lint would not compare with the settings may be misspelt, too.
            let isCompared = number < PolicyChecks.mostKeys
            let meant = isCompared ? PolicyChecks.nearest(unknown.name) : nil
            result.drop(
                "unknown-key",
                "`\(Quoted.word(unknown.name))` is not a setting, and was left out",
                at: place ?? SourceRange(wholeFile: file.path),
                help: meant.map { "did you mean `\($0)`?" },
                severity: meant != nil || !isCompared ? .error : .note
            )
        }
        let settings = PolicySettingsText.settings(of: policy)
        result.carried = settings.count + (policy.apps.isEmpty ? 0 : 1)
        result.text = "# An app protection policy with the settings that its file had.\ndemarc: 1\npolicies:\n"
        result.text += "  \(ImportedDocument.quoted(name)):\(result.carried == 0 ? " {}" : "")\n"
        for setting in settings { result.text += "    \(setting.name): \(setting.value)\n" }
        if !policy.apps.isEmpty {
            result.text += "    apps:\n"
            for app in policy.apps { result.text += "      - \(ImportedDocument.quoted(app.bundleID))\n" }
        }
        return result
    }
}

/// A file source with a single file, which is returned for every path.
private struct GraphImportFile: FileSource {
    static var documentPath: String { "(import)" }
    /// The name of the file in the document, for which findings name the real one.
    static var path: String { "(file)" }

    let file: SourceFile

    func read(_ path: String, limit: Int, plainOnly: Bool) throws(FileError) -> [UInt8] {
        guard file.bytes.count <= limit else { throw .tooLarge(limit: limit) }
        return file.bytes
    }

    func resolve(_ path: String) throws(FileError) -> String { "/" + path }
}
