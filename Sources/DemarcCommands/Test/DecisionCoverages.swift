import Demarc
import Diagnostics
import PolicyAnalysis
import PolicyFiles
import PolicyModel
import RuleIndex

/// How much of the decisions of some policies is exercised by scenarios.
///
/// A scenario that patches its policy does not exercise the policy as written.
struct DecisionCoverages {
    private struct Key: Hashable {
        var path: String
        var displayName: String?
    }

    /// The maximum number of classes that are counted for a policy.
    private let limit: Int
    private var order: [Key] = []
    private var coverages: [Key: DecisionCoverage] = [:]

    init(limit: Int = DecisionCoverage.classLimit) { self.limit = limit }

    /// Records the questions of the scenarios in a file.
    mutating func note(_ scenarios: [Scenario], of file: ScenarioFile) {
        for scenario in scenarios {
            let policy = file.policies[scenario.policy]
            guard policy.base == nil else { continue }
            let path = (try? DiskFiles().resolve(policy.path)) ?? policy.path
            let key = Key(path: path, displayName: policy.displayName)
            if coverages[key] == nil {
                order.append(key)
                coverages[key] = DecisionCoverage(CompiledPolicy(policy.document), limit: limit)
            }
            coverages[key]?.note(scenario)
        }
    }

    private var all: [DecisionCoverage] { order.compactMap { coverages[$0] } }
    private var total: Int { all.reduce(0) { $0 + $1.total } }
    private var isCut: Bool { all.contains(where: \.isCut) }
    private var exercised: Int { all.reduce(0) { $0 + $1.exercised } }
    private var leakCount: Int { all.reduce(0) { $0 + $1.leaks.count } }
    private var leaksElsewhere: Int { all.reduce(0) { $0 + $1.leaksElsewhere } }
    private var openLeaks: [LeakPath] {
        all.flatMap { one in one.leaks.filter { !one.exercisedLeaks.contains($0.id) } }
    }

    /// For people: one line, a second one if some classes are not counted, and each leak that no scenario covers.
    var text: String {
        guard !all.isEmpty else { return "" }
        let open = openLeaks
        // Without these words, all classes that are counted would look like all classes.
        var text = "coverage: \(Self.grouped(exercised)) of \(isCut ? "the first " : "")\(Self.grouped(total)) "
        text += "decision classes, "
        text += "\(leakCount - open.count) of \(Quoted.count(leakCount, "leak")) exercised"
        if leaksElsewhere > 0 {
            text += "; " + Quoted.count(leaksElsewhere, "more leak ends", "more leaks end") + " in other apps"
        }
        text += "\n"
        if isCut {
            text += "  there are more decision classes; only the first \(Self.grouped(limit)) of a policy are counted\n"
        }
        for leak in open {
            text += "  \(VisibleText.of("\(leak.shortID): \(leak.words)")) never exercised\n"
        }
        return text
    }

    /// For machines: two members of the object that ``ScenarioCoverage`` writes. `isCut` is there only if some classes
    /// are not counted.
    var members: String {
        let open = openLeaks
        let items = open.map {
            "{\"id\":\(JSONText.string($0.id)),\"code\":\"\($0.code.rawValue)\",\"sink\":\(JSONText.string($0.sink.selector))}"
        }
        return "\"decisionClasses\":{\"total\":\(total),\"exercised\":\(exercised)\(isCut ? ",\"isCut\":true" : "")},"
            + "\"leaks\":{\"total\":\(leakCount),\"exercised\":\(leakCount - open.count),"
            + "\"elsewhere\":\(leaksElsewhere),\"unexercised\":[\(items.joined(separator: ","))]}"
    }

    /// A number with commas as thousands separators.
    static func grouped(_ number: Int) -> String {
        var digits = String(number)
        var position = digits.count - 3
        while position > 0 {
            digits.insert(",", at: digits.index(digits.startIndex, offsetBy: position))
            position -= 3
        }
        return digits
    }
}
