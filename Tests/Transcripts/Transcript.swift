package import PolicyModel

/// What a host in another language does to play a scenario, and what it must be answered, as the README of this folder
/// says.
package struct Transcript {
    /// The name of the scenario, with the values of its matrix.
    package let name: String
    /// Where the scenario is written.
    package let location: String
    /// The position of its policy in its file.
    package let policy: Int
    /// The accounts that are signed in from the start; nil for all.
    package let signedIn: [AccountID]?
    /// What is done, one after the other.
    package let operations: [JSONForm]

    /// How many questions are asked.
    package var questionCount: Int {
        operations.count { operation in
            guard case .object(let members) = operation, case .string("ask")? = members.first?.value else {
                return false
            }
            return true
        }
    }

    /// The transcript on one line.
    ///
    /// - Parameter policyFile: The name of the compiled policy.
    /// - Returns: The line, without its end.
    package func line(policyFile: String) -> String {
        JSONForm.object([
            "scenario": .string(name), "at": .string(location), "policy": .string(policyFile),
            "signedIn": signedIn.map { .list($0.map { .string($0.description) }) } ?? .null,
            "operations": .list(operations),
        ]).text
    }
}
