import Diagnostics

/// Texts that are only JSON.
extension ReadingContext {
    /// Reads the root of a JSON text.
    ///
    /// - Parameters:
    ///   - text: UTF-8.
    ///   - file: The number of its file, which has been opened.
    /// - Returns: The root.
    /// - Throws: The problem that prevents reading; duplicate keys are reported.
    /// - Complexity: O(*n*) in the bytes.
    package func json(_ text: [UInt8], file: Int32) throws(JSONProblem) -> DocumentNode {
        var reader = JSONReader(text, file: file, depthLimit: bounds.depth, nodeLimit: max(0, nodesLeft))
        defer { nodesLeft -= reader.nodes }
        let root = try reader.read()
        files[Int(file)].typed = TypedFile(notation: .json, root: root)
        report(reader.repeatedKeys)
        return root
    }

    /// Reports why a text is not JSON.
    package func report(_ problem: JSONProblem, in file: Int32) {
        let place = DocumentNode.Place(
            file: file,
            start: Int32(clamping: problem.offsets.lowerBound),
            end: Int32(clamping: problem.offsets.upperBound)
        )
        let message = isHidden(place) ? problem.unquotingMessage ?? problem.message : problem.message
        report(problem.code, message, at: place, help: problem.help)
    }

    /// Reports duplicate keys, because it is ambiguous which value counts.
    package func report(_ keys: [JSONReader.RepeatedKey]) {
        for key in keys {
            let message = "the key `\(Quoted.word(key.key))` appears twice"
            report(.duplicateKey, message, at: key.place, also: [key.first], help: "keep one of them")
        }
    }
}
