/// Why a binary property list can't be read; the first such thing ends the reading.
struct BinaryProblem: Error {
    let finding: PropertyListFinding

    /// Something the format doesn't allow.
    init(_ message: String, at place: Range<Int>, code: PropertyListFindingCode = .invalidBinary) {
        // Lines mean nothing here, so the byte is part of the message.
        finding = PropertyListFinding(code, "\(message), at byte \(place.lowerBound)", at: place)
    }
}
