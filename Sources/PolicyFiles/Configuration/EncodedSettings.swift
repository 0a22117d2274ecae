import Diagnostics
import DocumentReading
import PolicyModel
import PropertyList

/// `encodedSettingXml`: a property list in base64, as one text of an export.
///
/// All of its keys have the place of that text, because the list has no lines of its own in the file.
struct EncodedSettings {
    private let context: ReadingContext
    private let values: ConfigurationValues

    init(_ context: ReadingContext, _ values: ConfigurationValues) {
        self.context = context
        self.values = values
    }

    /// Adds the settings of an encoded property list.
    ///
    /// - Complexity: O(*n*) in the bytes, within the bounds of property lists.
    func read(_ node: DocumentNode, _ settings: inout ConfigurationValues.Settings) {
        guard case .scalar(let text, isPlain: false) = node.content else {
            return context.report(.wrongType, "`encodedSettingXml` is not a string", at: node.place.beginning)
        }
        guard case .success(let bytes) = Base64Text.decode(Array(text.utf8)) else {
            return context.report(.wrongType, "`encodedSettingXml` is not base64", at: node.place.beginning)
        }
        context.documentBytesLeft -= bytes.count
        let document: PropertyListDocument
        do throws(PropertyListError) {
            var reader = PropertyListReader(bounds: context.propertyListBounds)
            // Intune documents the dictionary without `<plist>`, and tenants return what was entered.
            reader.acceptsFragment = true
            document = try reader.read(bytes, path: "encodedSettingXml")
        } catch {
            // Its messages may quote the content, so only the code and the line are reported.
            let first = error.diagnostics.first
            let line = first?.location.map { " in line \($0.line) of it" } ?? ""
            return context.report(
                first?.code ?? FindingCode.wrongType.rawValue,
                "`encodedSettingXml` contains no readable property list\(line)",
                at: node.place.beginning
            )
        }
        guard let entries = dictionary(document.root)?.entries else {
            return context.report(.wrongType, "`encodedSettingXml` contains no dictionary", at: node.place.beginning)
        }
        context.nodesLeft -= entries.count
        for entry in entries {
            guard let value = value(entry.value) else {
                context.report(
                    .wrongType,
                    "the key `\(Quoted.word(String(entry.key.text.prefix(80))))` of `encodedSettingXml` has no value "
                        + "that is a string, an exact number or a Boolean",
                    at: node.place.beginning
                )
                continue
            }
            values.add(entry.key.text, value, at: node.place.beginning, to: &settings)
        }
    }

    /// The dictionary with the settings. Some tools wrap it in a list.
    private func dictionary(_ root: PropertyListNode) -> PropertyListNode? {
        guard case .array(let elements) = root.content else { return root }
        return elements.count == 1 ? elements[0] : nil
    }

    private func value(_ node: PropertyListNode) -> AppConfigurationValue? {
        switch node.content {
        case .string(let text): ConfigurationValues.text(text, .mdm)
        case .boolean(let value): .boolean(value)
        case .integer(let number):
            Int(exactly: number).flatMap { AppConfigurationValue.number(of: $0) }.map { .number($0) }
        case .real(let number): AppConfigurationValue.number(of: number).map { .number($0) }
        case .dictionary, .array, .data, .date, .uid: nil
        }
    }
}
