import DemarcEngine
import DocumentReading
import PolicyModel
import RuleIndex

/// An answered request, in the form that all hosts write.
struct AnsweredRequest {
    let request: QuestionRequest
    /// The acting account; nil if there is none or several.
    let user: AccountID?
    let answer: Answer
    /// The access from now on, for the host to store; nil unless it is the answer to an unlock.
    let access: AccessState?

    /// - Parameters:
    ///   - request: The request.
    ///   - answer: Its answer.
    ///   - decided: What the answer spells out.
    ///   - user: Who acted; ``AccountID/noUser`` is nobody.
    init(_ request: QuestionRequest, _ answer: Answer, _ decided: DecidedQuestion, as user: AccountID?) {
        self.request = request
        self.answer = answer
        self.user = user.flatMap { $0.isNoUser ? nil : $0 }
        guard case .unlock = request.question, case .launch(_, let state) = decided else {
            access = nil
            return
        }
        // The host stores it, and what the question stated to be missing may be stated elsewhere later.
        access = state.or(AccessState())
    }

    /// `{"ref"?, "request", "user", …}` with the parts of the answer, and which of its reasons decided.
    ///
    /// - Parameter shown: The answer as it is shown.
    /// - Returns: The object.
    func form(_ shown: Answer) -> JSONForm {
        var members: [JSONForm.Member] = []
        if let ref = request.ref { members.append(.init("ref", ref)) }
        members.append(.init("request", request.question.form()))
        members.append(.init("user", user?.userForm ?? .null))
        members += shown.members(explains: false)
        if let access { members.append(.init("access", access.form)) }
        return .object(members)
    }
}

extension QuestionRequest {
    /// Answers the request in a separate engine with the given state, all of which is discarded afterwards.
    ///
    /// - Parameters:
    ///   - given: The given state.
    ///   - policy: The policy that is in force in that engine.
    /// - Returns: The answer, with the account that acted in that engine.
    /// - Throws: `QuestionError` if something names an item that the policy does not have.
    /// - Complexity: O(*n*) in the views, accounts and apps of the policy.
    func answer(given: ScenarioGiven, under policy: CompiledPolicy) throws(QuestionError) -> AnsweredRequest {
        let place = SourceLocation(path: "request", line: 1, column: 1)
        let scenario = Scenario(name: "request", location: place, policy: 0, given: given, steps: [])
        let host = ScenarioHost(policy, for: scenario)
        try host.begin(given)
        let asked = try host.asked(question, as: user)
        return AnsweredRequest(self, asked.answer, asked.decided, as: user ?? asked.actingAccount)
    }
}

extension PolicyDocument {
    /// The acting account of a separate engine if the request states none.
    var defaultUser: AccountID? {
        if user != nil || isUserExplicit { return user }
        let managed = accounts.managed
        return managed.count == 1 ? managed[0].id : nil
    }

    /// The same, and explicitly no account if nobody acts: an engine's own identity levels then have no influence.
    ///
    /// The levels of a multi-identity app that has just started name no account, so they would allow what this account's
    /// policy forbids.
    var separateUser: AccountID { defaultUser ?? .noUser }
}
