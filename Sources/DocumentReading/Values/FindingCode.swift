/// The codes of problems in a policy document. The raw values are public: suppressions and CI use them.
///
/// A value that its matcher rejects has the code of the `MatcherError` instead.
package enum FindingCode: String, CaseIterable {
    // Files
    case fileNotFound = "file-not-found"
    case notAFile = "not-a-file"
    case fileUnreadable = "file-unreadable"
    case passedOver = "passed-over"
    case fileTooLarge = "file-too-large"
    case outsideFolder = "outside-folder"

    // Text
    case emptyDocument = "empty-document"
    case notUTF8 = "not-utf-8"
    case isUTF16 = "is-utf-16"
    case controlCharacter = "control-character"

    // YAML
    case invalidYAML = "invalid-yaml"
    case severalDocuments = "several-documents"
    case nestedTooDeeply = "nested-too-deeply"
    case tooManyValues = "too-many-values"
    case tooManyAliases = "too-many-aliases"
    case unknownAlias = "unknown-alias"
    case unsupportedTag = "unsupported-tag"
    case unsupportedDirective = "unsupported-directive"
    case duplicateKey = "duplicate-key"
    case keyNotText = "key-not-text"

    // Keys and values
    case wrongType = "wrong-type"
    case unknownKey = "unknown-key"
    case unknownValue = "unknown-value"
    case missingKey = "missing-key"
    case missingValue = "missing-value"
    case outOfRange = "out-of-range"
    case unsupportedKey = "unsupported-key"
    case unsupportedVersion = "unsupported-version"

    // References
    case unknownName = "unknown-name"
    case duplicateName = "duplicate-name"
    case ambiguousDefault = "ambiguous-default"
    case cycle

    // Settings
    case invalidScheme = "invalid-scheme"
    case schemeNeverHandled = "scheme-never-handled"
    case invalidColor = "invalid-color"
    case invalidDuration = "invalid-duration"
    case invalidVersion = "invalid-version"
    case invalidInstant = "invalid-instant"
    case unresolvedBuildVariable = "unresolved-build-variable"

    // Graph documents and device logs
    case invalidJSON = "invalid-json"
    case notJSON = "not-json"
    case noPolicy = "no-policy"
    case partialPolicy = "partial-policy"
    case severalPolicies = "several-policies"
    case otherPolicy = "other-policy"
    case policyReach = "policy-reach"
    case mixedForms = "mixed-forms"

    // Accounts, apps and views
    case secondManagedAccount = "second-managed-account"
    case severalManagedAccounts = "several-managed-accounts"
    case notManaged = "not-managed"
    case webViewWithChildren = "web-view-with-children"
    case externalOnContainer = "external-on-container"
    case invalidURL = "invalid-url"

    // Rules, lists and includes
    case ruleWithoutMatcher = "rule-without-matcher"
    case badListLines = "bad-list-lines"
    case tooManyIncludes = "too-many-includes"

    // Scenario files
    case tooManyScenarios = "too-many-scenarios"
    case tooManyPolicies = "too-many-policies"
    case unknownVariable = "unknown-variable"
    case unusedVariable = "unused-variable"
    case severalRequests = "several-requests"
    case nothingCopied = "nothing-copied"
    case expectsNothing = "expects-nothing"

    // The reading itself
    case tooManyFindings = "too-many-findings"
}
