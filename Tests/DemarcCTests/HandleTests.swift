import Testing

@testable import DemarcC

/// How the calls on one handle exclude each other.
@Suite("Handles") struct HandleTests {
    private static let table = HandleTable<Int>(magic: 1)

    /// The code of the failure of a call; nil if it was made.
    private func failure(of call: () throws(CallFailure) -> Void) -> String? {
        do throws(CallFailure) {
            try call()
            return nil
        } catch {
            return error.code
        }
    }

    /// The failures of a call that excludes others, and of one that does not.
    private func failures(of handle: OpaquePointer) -> [String?] {
        [
            failure(of: { () throws(CallFailure) in try Self.table.exclusively(handle) { number in number += 1 } }),
            failure(of: { () throws(CallFailure) in try Self.table.shared(handle) { _ in } }),
        ]
    }

    private func failureOfFreeing(_ handle: OpaquePointer) -> String? {
        failure(of: { () throws(CallFailure) in try Self.table.remove(handle) })
    }

    @Test("A call that excludes others excludes those of both kinds; one that does not lets others of its kind in")
    func exclusion() throws {
        let inserted = Self.table.insert(1)
        let handle = try #require(inserted)
        for _ in 0..<3 {
            try Self.table.exclusively(handle) { _ in
                #expect(failures(of: handle) == ["busy", "busy"])
                #expect(failureOfFreeing(handle) == "busy")
            }
            try Self.table.shared(handle) { _ in
                #expect(failures(of: handle) == ["busy", nil])
                #expect(failureOfFreeing(handle) == "busy")
            }
            #expect(failures(of: handle) == [nil, nil])
        }
        let number = try Self.table.exclusively(handle) { $0 }
        #expect(number == 4)
        try Self.table.remove(handle)
        #expect(failures(of: handle) == ["handle", "handle"])
    }
}
