import DemarcEngine
import DocumentReading
import PolicyModel
import RuleIndex

/// A request that was answered, in the one form that every host writes.
struct AnsweredRequest {
    let request: QuestionRequest
    /// Who acts; nil where nobody does, and where several do.
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
    /// Asks it in an engine of its own, with what it is given: nothing of that is left behind.
    ///
    /// - Parameters:
    ///   - given: What holds.
    ///   - policy: The policy that is in force there.
    /// - Returns: The answer.
    /// - Throws: `QuestionError` where something names what the policy does not have.
    /// - Complexity: O(*n*) in the views, accounts and apps of the policy.
    func answer(given: ScenarioGiven, under policy: CompiledPolicy) throws(QuestionError) -> Answer {
        let place = SourceLocation(path: "request", line: 1, column: 1)
        let scenario = Scenario(name: "request", location: place, policy: 0, given: given, steps: [])
        let host = ScenarioHost(policy, for: scenario)
        try host.begin(given)
        return try host.answer(to: question)
    }

    /// Who acts where the request says it; nil also where several accounts do.
    func user(or standing: AccountID?) -> AccountID? {
        if let user { return user }
        if let accounts = given?.user?.accounts { return accounts.count == 1 ? accounts[0] : nil }
        return standing
    }
}

extension PolicyDocument {
    /// Who acts in an engine of its own where nothing else is said.
    var standingUser: AccountID? {
        if isUserExplicit { return user }
        let managed = accounts.managed
        return managed.count == 1 ? managed[0].id : nil
    }
}
