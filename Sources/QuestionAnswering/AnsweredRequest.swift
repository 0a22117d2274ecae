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

    /// `{"ref"?, "request", "user", …}` with the parts of the answer, and which of its reasons decided.
    var form: JSONForm {
        var members: [JSONForm.Member] = []
        if let ref = request.ref { members.append(.init("ref", ref)) }
        members.append(.init("request", request.question.form()))
        members.append(.init("user", user?.userForm ?? .null))
        return .object(members + answer.members(explains: false))
    }
}

extension QuestionRequest {
    /// Answers the request in a separate engine with the given state, all of which is discarded afterwards.
    ///
    /// - Parameters:
    ///   - given: The given state.
    ///   - policy: The policy that is in force in that engine.
    /// - Returns: The answer.
    /// - Throws: `QuestionError` if something names an item that the policy does not have.
    /// - Complexity: O(*n*) in the views, accounts and apps of the policy.
    func answer(given: ScenarioGiven, under policy: CompiledPolicy) throws(QuestionError) -> Answer {
        let place = SourceLocation(path: "request", line: 1, column: 1)
        let scenario = Scenario(name: "request", location: place, policy: 0, given: given, steps: [])
        let host = ScenarioHost(policy, for: scenario)
        try host.begin(given)
        return try host.answer(to: question, as: user)
    }

    /// The acting account, if the request states it; nil also if several accounts act.
    func user(or defaultUser: AccountID?) -> AccountID? {
        if let user { return user }
        if let accounts = given?.user?.accounts { return accounts.count == 1 ? accounts[0] : nil }
        return defaultUser
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
