import Diagnostics
import DocumentReading
import PolicyModel

/// One reading of a scenario file: the policies it has read, and the scenarios so far.
///
/// 1. The file becomes nodes, as a policy document does: ``ReadingContext``.
/// 2. A scenario with a matrix becomes several, their variables replaced in the nodes: ``ScenarioMatrix``.
/// 3. Each scenario's policy is found: read once for each path, patched once for each different patch.
/// 4. The scenario is read, and every name in it is looked up in that policy: ``ScenarioScope``.
/// 5. Claims are read; what they select is looked up when they are run.
final class ScenarioReading {
    /// Reads a policy document: its bytes, its path, which policy of a Graph export is meant, and whether it may hold a
    /// second managed account.
    typealias ReadPolicy = (
        _ bytes: [UInt8], _ path: String, _ displayName: String?, _ allowsSecondManagedAccount: Bool
    ) -> PolicyLoadResult

    let reading: ReadingContext
    /// What reads the questions and what is given before them.
    let questions: QuestionReading
    let readPolicy: ReadPolicy
    /// The resolved folder of the policies that findings may quote; nil for none.
    var quotedFolder: String? = "/"

    /// What `policy` says for the whole file.
    var policyText = ScenarioPolicyText()
    /// `given` of `defaults`.
    var defaultGiven: DocumentNode?
    var hasReadDefaults = false
    /// Resolved paths by paths as they are named.
    var resolvedPaths: [String: String] = [:]
    /// Policy documents by resolved path, and by the policy that is chosen of an export.
    var documents: [ScenarioDocument.Key: ScenarioDocument] = [:]
    var policies: [ScenarioFile.Policy] = []
    /// Positions in `policies` by the policy that is patched and what the patch says.
    var patched: [String: Int] = [:]
    var patchedPoliciesLeft: Int

    var scenarios: [Scenario] = []
    var claims: [Claim] = []
    /// Reads the matchers in claims.
    lazy var rules = RulesSection(reading, of: "", keepsLists: false)
    /// Where each name of a scenario stands.
    var names: [String: DocumentNode.Place] = [:]
    var expansion: ScenarioExpansionBudget

    private var sources: [SourceFile] = []
    private var unquotedPaths: [String] = []
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
            sources: reading.files.map(\.source) + sources,
            unquotedPaths: unquotedPaths
        )
    }

    /// Takes over what reading a policy document found.
    func add(_ result: PolicyLoadResult) {
        for finding in result.diagnostics { reading.add(finding) }
        // Documents may share rule files.
        for source in result.sources where shownPaths.insert(source.path).inserted { sources.append(source) }
        unquotedPaths += result.unquotedPaths.filter { shownPaths.insert($0).inserted }
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
        // A file of claims alone has no scenarios.
        let list =
            fields.has("claims")
            ? fields["scenarios"]
            : reading.required("scenarios", of: fields, help: "list them under `scenarios:`")
        let elements = list.flatMap { reading.elements($0, of: "scenarios") }
        if let list, elements?.isEmpty == true {
            reading.report(.expectsNothing, "the file has no scenarios", at: list.place, help: "add one")
        }
        for element in elements ?? [] { scenario(element) }
        let claims = fields["claims"].flatMap { reading.elements($0, of: "claims") }
        if let node = fields["claims"], claims?.isEmpty == true {
            reading.report(
                .expectsNothing,
                "the file has no claims",
                at: node.place,
                help: "add one, or remove the key"
            )
        }
        for element in claims ?? [] { claim(element) }
        // Without a scenario nothing has asked for these, and they are read for their own mistakes.
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
