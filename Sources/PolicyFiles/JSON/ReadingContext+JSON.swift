import Diagnostics

/// Files that are JSON and nothing else.
extension ReadingContext {
    /// Reads the root of a JSON file; nil, with the reason reported, where it has none.
    func json(_ file: [UInt8], path: String, resolvedPath: String) -> DocumentNode? {
        documentBytesLeft -= file.count
        do throws(JSONProblem) {
            let text = try JSONFileText(file)
            let number = open(SourceFile(path: path, bytes: text.bytes), resolvedPath: resolvedPath)
            return json(text, file: number)
        } catch {
            // A script in an old encoding is not UTF-8, but that isn't what is wrong with it.
            let problem = error.code == .notUTF8 ? ForeignText.problem(of: file) ?? error : error
            report(problem, in: open(SourceFile(path: path, bytes: file), resolvedPath: resolvedPath))
            return nil
        }
    }

    private func json(_ text: JSONFileText, file: Int32) -> DocumentNode? {
        var reader = JSONReader(text.bytes, file: file, depthLimit: bounds.depth, nodeLimit: max(0, nodesLeft))
        do throws(JSONProblem) {
            let root = try reader.read()
            nodesLeft -= reader.nodes
            files[Int(file)].typed = TypedFile(notation: .json, root: root)
            if text.isTranscoded { files[Int(file)].isTranscoded = true }
            report(reader.repeatedKeys)
            return root
        } catch {
            nodesLeft -= reader.nodes
            report(error.code == .invalidJSON ? ForeignText.problem(of: text.bytes) ?? error : error, in: file)
            return nil
        }
    }

    private func report(_ problem: JSONProblem, in file: Int32) {
        let place = DocumentNode.Place(
            file: file,
            start: Int32(problem.offsets.lowerBound),
            end: Int32(problem.offsets.upperBound)
        )
        report(problem.code, problem.message, at: place, help: problem.help)
    }

    /// Reports keys that stand twice: which of two values counts is anybody's guess.
    func report(_ keys: [JSONReader.RepeatedKey]) {
        for key in keys {
            let message = "the key `\(Quoted.word(key.key))` appears twice"
            report(.duplicateKey, message, at: key.place, also: [key.first], help: "keep one of them")
        }
    }
}
