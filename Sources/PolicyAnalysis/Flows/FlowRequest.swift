package import PolicyModel

/// One question with everything that its answer depends on. It is a step of a path and can be repeated.
package struct FlowRequest: Hashable, Sendable {
    /// Which document answers.
    package enum World: Hashable, Sendable {
        /// The policy document, unchanged.
        case document
        /// The document, with a personal account and an unknown app added if it has none.
        case completed
        /// Another managed app with this id, under the account that acts there: the document with that app's policy.
        case app(AppID)
    }

    /// Which document answers.
    package var world: World
    /// The acting account.
    package var user: AccountID
    /// Further accounts that the window shows at once with the acting account; empty unless it shows several. Then the
    /// strictest policy is in force, whatever the policies of the accounts are.
    package var shownBeside: [AccountID] = []
    /// The question.
    package var question: Question
    /// The pages that views show.
    package var pages: [String: ScenarioGiven.Page] = [:]
    /// Whether the device is enrolled in device management.
    package var isEnrolled = false
    /// The installed apps, or nil for all.
    package var installed: [AppID]?

    /// The request in words: the question, and anything unusual about the device.
    package var words: String { question.words + windowWords + deviceWords }

    /// The accounts of the window, the acting account first.
    var accounts: [AccountID] { [user] + shownBeside }

    /// The account that a question names, or nil if the window decides who acts.
    var actingAccount: AccountID? { shownBeside.isEmpty ? user : nil }

    private var windowWords: String {
        shownBeside.isEmpty ? "" : " in a window that shows several accounts"
    }

    private var deviceWords: String {
        guard let installed else { return "" }
        guard let app = installed.first else { return " where no other app is installed" }
        guard installed.count > 1 else { return " where only \(app) of the declared apps is installed" }
        return " where only \(app) and \(installed.count - 1) more of the declared apps are installed"
    }
}

extension FlowRequest.World {
    /// The other app that answers; nil if it is this app, with the additions to the document or without.
    package var otherApp: AppID? {
        if case .app(let app) = self { app } else { nil }
    }

    /// The world, for display: this app, or the other app's id.
    package var name: String { otherApp?.bundleID ?? "this app" }
}

/// A request with the engine's answer.
package struct FlowStep: Hashable, Sendable {
    /// The request.
    package var request: FlowRequest
    /// The verdict.
    package var verdict: Verdict
    /// Where the data or link goes.
    package var destination: Destination?
    /// The classification of the page.
    package var page: PageClassification?
    /// The URL that the host must open.
    package var route: String?
    /// The finer answer of a single setting.
    package var value: SettingValue?
    /// The reasons.
    package var reasons: [Reason]
    /// The deciding reason.
    package var deciding: Reason?
    /// The answer about a key of the app configuration, or nil for every other question.
    var configuration: ConfigurationAnswer?

    init(_ request: FlowRequest, _ answer: Answer) {
        self.request = request
        verdict = answer.verdict ?? .block
        destination = answer.destination
        page = answer.page
        route = answer.route
        value = answer.value
        reasons = answer.reasons
        deciding = answer.decidingReason
        if case .configuration(let verdict) = answer.outcome {
            configuration = ConfigurationAnswer(verdict: verdict, result: answer.configuration)
        }
    }

    /// The name of the verdict, as used in answers to this kind of question.
    package var verdictName: String { configuration?.verdict.rawValue ?? verdict.rawValue }

    /// Whether the answer has this reason.
    func has(_ code: ReasonCode) -> Bool { reasons.contains { $0.code == code } }
}

/// The answer about a key of the app configuration. No report shows its value, because the value may be personal.
struct ConfigurationAnswer: Hashable, Sendable {
    var verdict: AppConfigurationVerdict
    var result: AppConfigurationResult?
}

extension FlowRequest {
    /// The request with one account replaced by another.
    func replacing(_ account: AccountID, with other: AccountID) -> FlowRequest {
        replacingAccounts { $0 == account ? other : $0 }
    }

    /// The request with each account that acts or that the question names replaced.
    func replacingAccounts(_ other: (AccountID) -> AccountID) -> FlowRequest {
        var request = self
        request.user = other(user)
        request.shownBeside = shownBeside.map(other)
        var values = question.values
        for (field, value) in values {
            switch value {
            case .account(let account): values[field] = .account(other(account))
            case .place(.account(let account)): values[field] = .place(.account(other(account)))
            default: break
            }
        }
        request.question = Question(question.kind, values) ?? question
        return request
    }
}
