import Diagnostics
import DocumentReading
import PolicyModel
import PropertyList

/// `graph`: a file from Graph, an export or a device log, as a path or as `{file, displayName}`.
///
/// 1. The file becomes values with places: `propertyListOrJSON`.
/// 2. ``PolicySearch`` finds the policies in it, and one is chosen.
/// 3. Its settings are read by the reader for documents, or by ``DeviceLogReader``. Other content of the file is kept
///   by name.
///
/// Steps 2 and 3 only work with values with places, regardless of the file's format.
final class GraphSection {
    let context: ReadingContext
    /// The files that policies are read from, by resolved path.
    private var graphFiles: [String: GraphFile] = [:]

    /// Whether a document names the files.
    private let isDocument: Bool

    init(_ context: ReadingContext, isDocument: Bool = true) {
        self.context = context
        self.isDocument = isDocument
    }

    /// The policy that a `graph` entry names; nil, after a report, if there is none.
    func policy(_ node: DocumentNode, named name: String) -> AppProtectionPolicy? {
        var wanted: DocumentNode?
        var pathNode = node
        if node.isMapping {
            let help = "name the file: `graph: {file: PATH, displayName: NAME}`"
            guard let fields = context.fields(node, "a Graph file", keys: DocumentKeys.graphFile) else { return nil }
            wanted = fields["displayName"]
            guard let file = context.required("file", of: fields, help: help) else { return nil }
            pathNode = file
        }
        var displayName: String?
        if let wanted {
            guard let text = context.name(wanted) else { return nil }
            displayName = text
        }
        guard let reference = context.reference(pathNode), let search = graphFile(reference).search,
            // Searching for a name among many policies has a cost too.
            spend(search.policies.count + search.others.count, bytes: 0, at: reference.place),
            let policy = choose(displayName, at: wanted?.place, in: search, of: reference),
            spend(Int(policy.node.weight), bytes: policy.node.place.offsets.count, at: reference.place)
        else { return nil }
        reportOthers(of: reference)
        guard policy.isDeviceLog || !refusesGraphNames(policy.node) else { return nil }
        return settings(of: policy, named: name)
    }

    /// The policy of a file that no document names; nil, after a report, if there is none or the choice is ambiguous.
    func onlyPolicy(_ root: DocumentNode, of reference: FileReference, displayName: String?) -> AppProtectionPolicy? {
        let found = search(root, of: reference)
        guard
            let policy = choose(
                displayName,
                at: displayName == nil ? nil : root.place.beginning,
                in: found,
                of: reference
            )
        else { return nil }
        reportOthers(of: reference)
        guard policy.isDeviceLog || !refusesGraphNames(policy.node) else { return nil }
        return settings(of: policy, named: policy.displayName ?? "policy")
    }

    private func graphFile(_ reference: FileReference) -> GraphFile {
        if let file = graphFiles[reference.resolvedPath] { return file }
        var file = GraphFile(path: reference.path)
        if let bytes = context.bytes(of: reference, limit: context.documentLimit) {
            let root = context.propertyListOrJSON(bytes, reference)
            file.root = root.flatMap { refusesDocument($0) ? nil : $0 }
            file.search = file.root.map { PolicySearch($0, embedded: EmbeddedJSON(context)) }
        }
        graphFiles[reference.resolvedPath] = file
        return file
    }

    /// Searches a file that no entry names.
    func search(_ root: DocumentNode, of reference: FileReference) -> PolicySearch {
        let search = PolicySearch(root, embedded: EmbeddedJSON(context))
        graphFiles[reference.resolvedPath] = GraphFile(path: reference.path, search: search, root: root)
        return search
    }

    /// Charges for a use of a file: it is searched once, but its policy is chosen and read for each entry that names
    /// it.
    private func spend(_ nodes: Int, bytes: Int, at place: DocumentNode.Place) -> Bool {
        context.nodesLeft -= nodes
        context.documentBytesLeft -= bytes
        guard context.nodesLeft < 0 || context.documentBytesLeft < 0 else { return true }
        context.report(.tooManyValues, "the policies of this document are too large together", at: place)
        return false
    }

    // MARK: Which policy

    private func choose(
        _ displayName: String?,
        at place: DocumentNode.Place?,
        in search: PolicySearch,
        of reference: FileReference
    ) -> PolicySearch.Policy? {
        guard !search.policies.isEmpty else {
            reportNoPolicy(search, reference)
            return nil
        }
        let fitting = displayName.map { search.policies(called: $0) } ?? search.policies
        if fitting.count == 1 { return fitting[0] }
        let repeated = Self.repeatedNames(search.policies)
        let names = search.policies.compactMap { policy in
            policy.displayName.flatMap { repeated.contains($0) ? policy.id ?? $0 : $0 } ?? policy.id
        }
        if fitting.isEmpty, let displayName, let place {
            context.reportUnknown(
                displayName,
                called: "policy in the file with the displayName or id",
                at: place,
                among: names,
                isWritten: isDocument
            )
            return nil
        }
        let shown = fitting.map { policy in
            let name = policy.displayName.map { "`\(Quoted.word($0))`" } ?? "one without a name"
            // Only the id distinguishes policies of one name.
            guard let id = policy.id, policy.displayName.map(repeated.contains) ?? true else { return name }
            return "\(name) (id `\(Quoted.word(id))`)"
        }
        context.report(
            .severalPolicies,
            "`\(Quoted.word(reference.path))` contains \(fitting.count) iOS app protection policies"
                + (displayName == nil ? "" : " of this name") + ": \(Quoted.first(10, of: shown))",
            at: place ?? reference.place,
            also: fitting.prefix(10).map { $0.node.place.beginning },
            help: displayName == nil ? chooseHelp : "name its `id` instead, or export it by itself"
        )
        return nil
    }

    /// The display names that several policies have.
    private static func repeatedNames(_ policies: [PolicySearch.Policy]) -> Set<String> {
        var seen: Set<String> = []
        return Set(policies.compactMap(\.displayName).filter { !seen.insert($0).inserted })
    }

    /// How to choose one of several policies: with a key in a document, and with an option for an export used as a
    /// document.
    private var chooseHelp: String {
        isDocument
            ? "choose one: `graph: {file: PATH, displayName: NAME}`"
            : "choose one with `--display-name NAME`, or in a scenario file with `displayName` next to `file` or next to `to`"
    }

    /// Reports that a file contains no policy, and what it contains instead.
    func reportNoPolicy(_ search: PolicySearch, _ reference: FileReference) {
        guard let first = search.others.first else {
            let root = graphFiles[reference.resolvedPath]?.root
            let (message, help) = root.map { missing($0) } ?? ("the file contains no policy", nil)
            let place = root.map { $0.place.beginning } ?? reference.place
            context.report(.noPolicy, message, at: place, also: isDocument ? [reference.place] : [], help: help)
            return
        }
        context.report(
            .noPolicy,
            "the file contains no iOS app protection policy, but \(kinds(search.others))",
            at: first.place,
            also: isDocument ? [reference.place] : [],
            help: search.others.contains(where: \.isConfiguration)
                ? Self.configurationHelp : "only `\(GraphKeys.policyType)` is read"
        )
    }

    /// The message for a file without a policy.
    private func missing(_ root: DocumentNode) -> (String, String?) {
        guard context.notation(at: root.place) != .json else {
            let file = graphFiles.values.first { $0.root?.place.file == root.place.file }
            if let part = file?.search?.parts.first { return missing(part) }
            let help = "export one from `deviceAppManagement/\(GraphKeys.policyType)s`"
            return ("the file contains no iOS app protection policy", help)
        }
        let rest = "the property list contains no settings of a device log"
        guard let (what, help) = PropertyListPurpose.cause(root) else {
            return (rest, "their names are like `AppSharingToLevel`")
        }
        return ("\(what); \(rest)", help)
    }

    /// What reads an app configuration. A document may name the file there, too.
    private static let configurationHelp =
        "`appConfigurations` reads app configurations, and `demarc import edge` reads their lists"

    /// Reports once that policies of other kinds are skipped.
    func reportOthers(of reference: FileReference) {
        guard let file = graphFiles[reference.resolvedPath], !file.hasReportedOthers, let others = file.search?.others
        else { return }
        graphFiles[reference.resolvedPath]?.hasReportedOthers = true
        let policies = others.filter { !$0.isConfiguration }
        if let first = policies.first {
            let message = "only `\(GraphKeys.policyType)` is read, not \(kinds(policies))"
            context.report(.otherPolicy, message, at: first.place, severity: .note)
        }
        let configurations = others.filter(\.isConfiguration)
        if let first = configurations.first {
            let message = "only policies are read here, not \(kinds(configurations))"
            context.report(.otherPolicy, message, at: first.place, severity: .note, help: Self.configurationHelp)
        }
    }

    private func kinds(_ others: [PolicySearch.Other]) -> String {
        var types: [String] = []
        for other in others where types.count < 5 && !types.contains(other.type) { types.append(other.type) }
        return types.map { "`\(Quoted.word($0))`" }.joined(separator: ", ")
    }

    // MARK: Its settings

    /// Rejects Graph's names in property lists. Graph does not write property lists, so only device logs are read from
    /// them.
    func refusesGraphNames(_ policy: DocumentNode) -> Bool {
        guard context.notation(at: policy.place) != .json, case .mapping(let entries) = policy.content else {
            return false
        }
        guard !refuseLogNames(entries, among: entries) else { return true }
        context.report(
            .noPolicy,
            "a policy with the names of Graph is read from JSON only; a property list is the log of a device",
            at: (entries.first { GraphKeys.tellingSettings.contains($0.key) }).map(\.keyPlace)
                ?? policy.place.beginning,
            help: "use the JSON that Graph returns"
        )
        return true
    }

    func settings(of policy: PolicySearch.Policy, named name: String) -> AppProtectionPolicy {
        guard !refusesWithoutSettings(policy) else { return AppProtectionPolicy(name: name) }
        let known =
            policy.isDeviceLog
            ? DeviceLogReader.names.union(GraphKeys.labels) : GraphKeys.settings
        let (fields, others) = context.keptFields(policy.node, "a policy", keys: known)
        var result = AppProtectionPolicy(name: name)
        if policy.isDeviceLog {
            var reader = DeviceLogReader(reading: context, fields: fields, policy: result)
            reader.readAll()
            result = reader.policy
        } else {
            var reader = PolicySettingsReader(reading: context, fields: fields, policy: result)
            reader.readAll()
            result = reader.policy
            if case .mapping(let entries) = policy.node.content { refuseLogNames(others, among: entries) }
            noteReach(others)
            if let apps = others.first(where: { $0.key == "apps" && !$0.value.isNull }) {
                result.apps = context.targetedApps(apps.value, isExport: true)
            }
        }
        for entry in others {
            guard !GraphKeys.isAnnotation(entry.key), !GraphKeys.otherProperties.contains(entry.key) else { continue }
            result.unknownSettings.append(
                UnknownPolicySetting(name: entry.key, location: context.location(ofSetting: entry))
            )
        }
        return result
    }

    /// Rejects log names among Graph's. A setting in both forms could have two values, and a number means a different
    /// level in each.
    @discardableResult
    private func refuseLogNames(_ candidates: [DocumentNode.Entry], among entries: [DocumentNode.Entry]) -> Bool {
        guard let log = candidates.first(where: { DeviceLogReader.settings[$0.key] != nil && !$0.value.isNull }) else {
            return false
        }
        let setting = entries.first { GraphKeys.settings.contains($0.key) && !$0.value.isNull }
        context.report(
            .mixedForms,
            "`\(log.key)` is a name from device logs, among settings with names from Graph",
            at: log.keyPlace,
            also: setting.map { [$0.keyPlace] } ?? [],
            help: "keep the settings of a log in a separate file"
        )
        return true
    }
}

/// A file that policies are read from, searched once however many policies of a document name it.
struct GraphFile {
    /// The path that findings show.
    var path: String
    /// The policies in it; nil if the file could not be read, which has been reported.
    var search: PolicySearch?
    /// The root value.
    var root: DocumentNode?
    /// Whether the skipped policies of other kinds have been reported.
    var hasReportedOthers = false
}
