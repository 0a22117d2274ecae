import Diagnostics
import DocumentReading
import PolicyModel

/// One reading of a scenario file: the policies and scenarios read so far.
///
/// 1. The file becomes nodes, like a policy document: ``ReadingContext``.
/// 2. A scenario with a matrix becomes several scenarios, with variables replaced in the nodes: ``ScenarioMatrix``.
/// 3. Each scenario's policy is found: read once for each path, patched once for each different patch.
/// 4. The scenario is read, and every name in it is looked up in that policy: ``ScenarioScope``.
/// 5. Claims are read; what they select is looked up when they run.
final class ScenarioReading {
    /// Reads a policy document: its bytes, its path, the policy to use from a Graph export, and whether a second
    /// managed account is allowed.
    typealias ReadPolicy = (
        _ bytes: [UInt8], _ path: String, _ displayName: String?, _ allowsSecondManagedAccount: Bool
    ) -> PolicyLoadResult

    let reading: ReadingContext
    /// The reader of questions and of the state before them.
    let questions: QuestionReading
    let readPolicy: ReadPolicy
    /// The resolved folder of the policies that findings may quote; nil if none may be quoted.
    var quotedFolder: String? = "/"

    /// The `policy` of the whole file.
    var policyText = ScenarioPolicyText()
    /// `given` of `defaults`.
    var defaultGiven: DocumentNode?
    /// How many values it gives each scenario.
    var defaultValueCount = 0
    var hasReadDefaults = false
    /// Resolved paths by the paths as written.
    var resolvedPaths: [String: String] = [:]
    /// Policy documents by resolved path and by the policy chosen from an export.
    var documents: [ScenarioDocument.Key: ScenarioDocument] = [:]
    var policies: [ScenarioFile.Policy] = []
    /// Positions in `policies` by the patched policy and the content of the patch.
    var patched: [String: Int] = [:]
    var patchedPoliciesLeft: Int

    var scenarios: [Scenario] = []
    var claims: [Claim] = []
    /// Reads the matchers in claims.
    lazy var rules = RulesSection(reading, of: "", keepsLists: false)
    /// The place of each scenario name.
    var names: [String: DocumentNode.Place] = [:]
    var expansion: ScenarioExpansionBudget
    /// Whether the scenario that is being read is from a matrix.
    var isOfMatrix = false
    /// The views of the scenario or claim that is being read.
    var addedViews = AddedViews()

    private var sources: [SourceFile] = []
    private var unquotedPaths: [String] = []
    private var confidentialPaths: [String] = []
    private var shownPaths: Set<String> = []

    init(_ reading: ReadingContext, readPolicy: @escaping ReadPolicy) {
        self.reading = reading
        questions = QuestionReading(reading)
        self.readPolicy = readPolicy
        patchedPoliciesLeft = reading.bounds.patchedPolicies
        expansion = ScenarioExpansionBudget(reading.bounds)
        reading.formatKey = "demarc-test"
    }

    /// Reads a file.
    func load(_ bytes: [UInt8], path: String, resolvedPath: String) -> ScenarioLoadResult {
        shownPaths.insert(path)
        if let root = reading.open(bytes, path: path, resolvedPath: resolvedPath) { file(root) }
        let file = ScenarioFile(path: path, policies: policies, scenarios: scenarios, claims: claims)
        return ScenarioLoadResult(
            file: reading.errorCount == 0 ? file : nil,
            diagnostics: reading.sortedFindings(),
            sources: quotedSources,
            unquotedPaths: unquotedPaths,
            confidentialPaths: confidentialPaths
        )
    }

    /// The files that may be quoted. What is a configuration in one document may be something else in another.
    private var quotedSources: [SourceFile] {
        let all = reading.files.map(\.source) + sources
        guard !confidentialPaths.isEmpty else { return all }
        let hidden = Set(confidentialPaths.map { resolved($0) })
        return all.filter { !hidden.contains(resolved($0.path)) }
    }

    private func resolved(_ path: String) -> String { (try? reading.source.resolve(path)) ?? path }

    /// Adds the findings of reading a policy document.
    func add(_ result: PolicyLoadResult) {
        for finding in result.diagnostics { reading.add(finding) }
        // Documents may share rule files.
        for source in result.sources where shownPaths.insert(source.path).inserted { sources.append(source) }
        unquotedPaths += result.unquotedPaths.filter { shownPaths.insert($0).inserted }
        confidentialPaths += result.confidentialPaths
    }

    private func file(_ root: DocumentNode) {
        guard checkKind(of: root), let fields = reading.fields(root, "a scenario file", keys: DocumentKeys.scenarioFile)
        else { return }
        reading.checkVersion("demarc-test", of: fields)
        policyText = fields["policy"].map { self.policyText($0) } ?? ScenarioPolicyText()
        policyText.isMissing = !fields.has("policy")
        policyText.place = fields.place
        defaultGiven =
            fields["defaults"]
            .flatMap { reading.fields($0, "`defaults`", keys: DocumentKeys.defaults) }?["given"]
        defaultValueCount = defaultGiven?.valueCount ?? 0
        // A file of claims alone has no scenarios.
        let list =
            fields.has("claims")
            ? fields["scenarios"]
            : reading.required("scenarios", of: fields, help: "list them under `scenarios:`")
        let elements = list.flatMap { reading.elements($0, of: "scenarios") }
        if let list, elements?.isEmpty == true {
            reading.report(.expectsNothing, "the file has no scenarios", at: list.place, help: "add one")
        }
        for element in elements ?? [] { reportingUnnamedViews { scenario(element) } }
        let claims = fields["claims"].flatMap { reading.elements($0, of: "claims") }
        if let node = fields["claims"], claims?.isEmpty == true {
            reading.report(
                .expectsNothing,
                "the file has no claims",
                at: node.place,
                help: "add one, or remove the key"
            )
        }
        for element in claims ?? [] { reportingUnnamedViews { claim(element) } }
        // If no scenario has used these, they are read here, so that their mistakes are reported.
        if policies.isEmpty, policyText.file != nil { _ = policy(nil, signsIn: false, at: fields.place) }
        if !hasReadDefaults { _ = defaults(nil) }
    }

    private func checkKind(of root: DocumentNode) -> Bool {
        let kinds = ["demarc": "a policy document", "demarc-rules": "a rule file"]
        guard case .mapping(let entries) = root.content, !entries.contains(where: { $0.key == "demarc-test" }),
            let wrong = entries.first(where: { kinds[$0.key] != nil }), let kind = kinds[wrong.key]
        else { return true }
        reading.report(
            .wrongType,
            "this is \(kind), not a scenario file",
            at: wrong.keyPlace,
            help: "a scenario file begins with `demarc-test: 1` and names the policy document under `policy`"
        )
        return false
    }
}
