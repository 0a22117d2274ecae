import ByteText
import Diagnostics
import DocumentReading
import PolicyModel

/// `policy`: the document that scenarios run under, and changes to it.
extension ScenarioReading {
    /// Reads a `policy`: a path, or a mapping with `file`, `displayName` and `policies`.
    func policyText(_ node: DocumentNode) -> ScenarioPolicyText {
        var text = ScenarioPolicyText()
        text.isMissing = false
        guard node.isMapping else {
            if reading.name(node) != nil { text.file = node }
            return text
        }
        guard let fields = reading.fields(node, "`policy`", keys: DocumentKeys.scenarioPolicy) else { return text }
        text.file = fields["file"]
        text.displayName = fields["displayName"]
        text.patch = fields["policies"]
        if case .mapping(let entries) = node.content, entries.isEmpty {
            reading.report(.missingValue, "`policy` is empty", at: node.place, help: "give it `file` or `policies`")
        }
        return text
    }

    /// The policy that a scenario runs under.
    ///
    /// - Parameters:
    ///   - text: The scenario's own `policy`; nil if it has none. If it names a document, the file's patch does not
    ///     apply.
    ///   - signsIn: Whether an account signs in.
    ///   - place: The scenario.
    /// - Returns: The names it knows, and its position; nil, after a report, if it cannot be used.
    func policy(
        _ text: ScenarioPolicyText?,
        signsIn: Bool,
        at place: DocumentNode.Place
    ) -> (policy: ScenarioPolicy, position: Int)? {
        guard let file = text?.file ?? policyText.file else {
            // A `policy` that cannot be read, or that is empty, has already been reported.
            guard policyText.isMissing || policyText.patch != nil else { return nil }
            reading.report(
                .missingKey,
                "it is unclear which policy the scenarios test",
                at: policyText.place ?? place,
                help: "add `policy:` with the path of a policy document"
            )
            return nil
        }
        // If a scenario names its own file, the file's `displayName` does not apply.
        let displayName = text?.file == nil ? text?.displayName ?? policyText.displayName : text?.displayName
        guard let policy = document(file, displayName: displayName, signsIn: signsIn) else { return nil }
        let patches = [text?.file == nil ? policyText.patch : nil, text?.patch].compactMap(\.self)
        guard !patches.isEmpty else { return (policy, policy.position) }
        return position(of: policy, patchedBy: patches).map { (policy, $0) }
    }

    // MARK: Documents

    /// The document at a path, read on first use.
    func document(_ node: DocumentNode, displayName: DocumentNode?, signsIn: Bool) -> ScenarioPolicy? {
        guard let name = reading.name(node) else { return nil }
        var chosen: String?
        if let displayName {
            guard let text = reading.name(displayName) else { return nil }
            chosen = text
        }
        let path = PathText.resolve(name, besides: reading.file(of: node.place).source.path)
        do throws(FileError) {
            // PERF: most scenarios name the same path, and resolving a path makes the system look up every folder in
            // it.
            let resolved: String
            if let known = resolvedPaths[path] {
                resolved = known
            } else {
                resolved = try reading.source.resolve(path)
                resolvedPaths[path] = resolved
            }
            let key = ScenarioDocument.Key(path: resolved, displayName: chosen)
            if documents[key] == nil {
                guard documents.count < reading.bounds.policyDocuments else {
                    reading.report(
                        .tooManyPolicies,
                        "the scenarios name more than \(reading.bounds.policyDocuments) policy documents",
                        at: node.place
                    )
                    return nil
                }
                // A file that another file names must be plain: reading anything else could wait forever.
                let bytes = try reading.source.read(resolved, below: "/", limit: reading.documentLimit)
                reading.documentBytesLeft -= bytes.count
                let result = readPolicy(bytes, path, chosen, false)
                    .quoting(onlyBelow: quotedFolder, documentAt: path, resolved: resolved)
                documents[key] = ScenarioDocument(result, bytes: bytes, path: path)
            }
            return policy(ofDocumentAt: key, signsIn: signsIn)
        } catch {
            reading.report(error, path: path, at: node.place)
            return nil
        }
    }

    private func policy(ofDocumentAt key: ScenarioDocument.Key, signsIn: Bool) -> ScenarioPolicy? {
        guard var known = documents[key] else { return nil }
        defer { documents[key] = known }
        if let document = known.strict.document {
            if known.policy == nil { known.policy = policy(document, known.path, key.displayName) }
        } else if signsIn {
            // A scenario that signs an account in may need a document that would otherwise be rejected.
            if !known.hasReadLeniently {
                known.hasReadLeniently = true
                let result = readPolicy(known.bytes, known.path, key.displayName, true)
                    .quoting(onlyBelow: quotedFolder, documentAt: known.path, resolved: key.path)
                known.lenientPolicy = result.document.map { policy($0, known.path, key.displayName) }
                add(result)
            }
            return known.lenientPolicy
        }
        if !known.hasReported {
            known.hasReported = true
            add(known.strict)
        }
        return known.policy
    }

    private func policy(_ document: PolicyDocument, _ path: String, _ displayName: String?) -> ScenarioPolicy {
        policies.append(ScenarioFile.Policy(document: document, path: path, displayName: displayName))
        return ScenarioPolicy(document, position: policies.count - 1)
    }

    // MARK: Patches

    /// The position of a document with patches applied, created on first use.
    private func position(of policy: ScenarioPolicy, patchedBy patches: [DocumentNode]) -> Int? {
        var key = "\(policy.position)"
        for patch in patches { patch.appendSignature(to: &key) }
        if let position = patched[key] { return position }

        let errorCount = reading.errorCount
        var document = policy.document
        for patch in patches { apply(patch, to: &document) }
        guard reading.errorCount == errorCount, let place = patches.last?.place else { return nil }
        guard document != policy.document else { return policy.position }
        patchedPoliciesLeft -= document.policies.count
        guard patchedPoliciesLeft >= 0 else {
            reading.report(
                .tooManyPolicies,
                "the different patches of the file produce more than \(reading.bounds.patchedPolicies) policies",
                at: place,
                help: "let more scenarios share a patch"
            )
            return nil
        }
        let read = policies[policy.position]
        policies.append(
            ScenarioFile.Policy(
                document: document,
                base: policy.position,
                path: read.path,
                displayName: read.displayName
            )
        )
        patched[key] = policies.count - 1
        return policies.count - 1
    }

    private func apply(_ patch: DocumentNode, to document: inout PolicyDocument) {
        guard case .mapping(let entries) = patch.content else {
            reading.report(
                .wrongType,
                "expected policies by name, found \(reading.description(of: patch))",
                at: patch.place
            )
            return
        }
        for entry in entries {
            guard let policy = document.policies[entry.key] else {
                reading.reportUnknown(
                    entry.key,
                    called: "policy",
                    at: entry.keyPlace,
                    among: document.policies.keys.sorted()
                )
                continue
            }
            // `null` would be ambiguous: it could mean the document's value or the default.
            guard let fields = reading.fields(entry.value, "a patch of a policy", keys: DocumentKeys.settings) else {
                continue
            }
            var settings = PolicySettingsReader(reading: reading, fields: fields, policy: policy)
            settings.readAll()
            document.policies[entry.key] = settings.policy
        }
    }
}

extension DocumentNode {
    /// Appends a text that identifies the node's content, independent of its place and of the order of its keys.
    fileprivate func appendSignature(to text: inout String) {
        switch content {
        case .scalar(let value, let isPlain):
            text += "\(isPlain ? "p" : "q")\(value.utf8.count):\(value)"
        case .sequence(let elements):
            text += "[\(elements.count):"
            for element in elements { element.appendSignature(to: &text) }
        case .mapping(let entries):
            text += "{\(entries.count):"
            for entry in entries.sorted(on: { $0.key }) {
                text += "\(entry.key.utf8.count):\(entry.key)"
                entry.value.appendSignature(to: &text)
            }
        }
    }
}

/// The content of a `policy` key: the document, and changes to it.
struct ScenarioPolicyText {
    /// The path of the document.
    var file: DocumentNode?
    /// The policy to use from a Graph export.
    var displayName: DocumentNode?
    /// The settings to change, by policy and setting.
    var patch: DocumentNode?
    /// Whether the key is missing.
    var isMissing = true
    /// The place to report if the document is missing.
    var place: DocumentNode.Place?
}

/// A policy document that scenarios name, as it was read first, and as read when a second managed account is allowed.
struct ScenarioDocument {
    /// Identifies a document.
    struct Key: Hashable {
        /// The resolved path.
        let path: String
        /// The policy to use from a Graph export.
        let displayName: String?
    }

    let path: String
    let strict: PolicyLoadResult
    /// The text, kept if it may be read again.
    let bytes: [UInt8]
    /// Whether the findings of the strict reading have been added.
    var hasReported = false
    var policy: ScenarioPolicy?
    /// Set if only the second reading produced a document.
    var lenientPolicy: ScenarioPolicy?
    var hasReadLeniently = false

    init(_ strict: PolicyLoadResult, bytes: [UInt8], path: String) {
        self.path = path
        self.strict = strict
        self.bytes = strict.isUsable ? [] : bytes
    }
}

/// A policy document that scenarios run under, with the names that they can refer to.
final class ScenarioPolicy {
    let names: PolicyNames
    /// The position of the document, unpatched, in ``ScenarioFile/policies``.
    let position: Int
    /// `given` of the file's `defaults`, checked against this policy on first use.
    var defaults: ScenarioDefaults?

    var document: PolicyDocument { names.document }

    init(_ document: PolicyDocument, position: Int) {
        names = PolicyNames(document)
        self.position = position
    }
}

/// The state that `defaults` give, and the names in scope after them.
struct ScenarioDefaults {
    var given: ScenarioGiven
    var scope: ScenarioScope
}
