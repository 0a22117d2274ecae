/// The codes of what can be wrong with a property list. The raw values are public: suppressions and CI use them.
enum PropertyListFindingCode: String, CaseIterable {
    // The file
    case fileTooLarge = "file-too-large"
    case emptyDocument = "empty-document"
    case notAPropertyList = "not-a-property-list"
    case oldStylePropertyList = "old-style-property-list"
    case truncatedFile = "truncated-file"

    // Text
    case notUTF8 = "not-utf-8"
    case notUTF16 = "not-utf-16"
    case unsupportedEncoding = "unsupported-encoding"
    case controlCharacter = "control-character"
    case conflictMarker = "conflict-marker"

    // XML
    case invalidXML = "invalid-xml"
    case mismatchedTag = "mismatched-tag"
    case trailingContent = "trailing-content"
    case entityDeclaration = "entity-declaration"
    case markupDeclaration = "markup-declaration"
    case tooManyAttributes = "too-many-attributes"
    case unknownEntity = "unknown-entity"

    // Values
    case unknownElement = "unknown-element"
    case strayText = "stray-text"
    case missingKey = "missing-key"
    case missingValue = "missing-value"
    case severalValues = "several-values"
    case invalidNumber = "invalid-number"
    case invalidDate = "invalid-date"
    case invalidData = "invalid-data"
    case nestedTooDeeply = "nested-too-deeply"
    case tooManyValues = "too-many-values"

    // The binary form
    case invalidBinary = "invalid-binary"
    case cycle
}
