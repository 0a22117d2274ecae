import Diagnostics

/// Files that are JSON and nothing else.
extension PolicyReading {
    /// What findings and readers need to know of a JSON file.
    struct JSONFile {
        /// The value of the file, for paths such as `value[0].pinRequired`.
        var root: YAMLNode
        /// Whether the bytes that places count in aren't those of the file.
        var isTranscoded: Bool
    }

    /// Reads the root of a JSON file; nil, with the reason reported, where it has none.
    func json(_ file: [UInt8], path: String, resolvedPath: String) -> YAMLNode? {
        documentBytesLeft -= file.count
        do throws(JSONProblem) {
            let text = try JSONText(file)
            let number = open(SourceFile(path: path, bytes: text.bytes), resolvedPath: resolvedPath)
            return json(text, file: number)
        } catch {
            // A binary property list is no text, but that isn't what is wrong with it.
            let problem = error.code == .notUTF8 ? ForeignText.problem(of: file) ?? error : error
            report(problem, in: open(SourceFile(path: path, bytes: file), resolvedPath: resolvedPath))
            return nil
        }
    }

    private func json(_ text: JSONText, file: Int32) -> YAMLNode? {
        var reader = JSONReader(text.bytes, file: file, depthLimit: bounds.depth, nodeLimit: max(0, nodesLeft))
        do throws(JSONProblem) {
            let root = try reader.read()
            nodesLeft -= reader.nodes
            jsonFiles[file] = JSONFile(root: root, isTranscoded: text.isTranscoded)
            for key in reader.repeatedKeys {
                let message = "the key `\(Quoted.word(key.key))` stands here twice"
                report(.duplicateKey, message, at: key.place, also: [key.first], help: "keep one of them")
            }
            return root
        } catch {
            nodesLeft -= reader.nodes
            report(error.code == .invalidJSON ? ForeignText.problem(of: text.bytes) ?? error : error, in: file)
            return nil
        }
    }

    private func report(_ problem: JSONProblem, in file: Int32) {
        let place = YAMLNode.Place(
            file: file,
            start: Int32(problem.offsets.lowerBound),
            end: Int32(problem.offsets.upperBound)
        )
        report(problem.code, problem.message, at: place, help: problem.help)
    }

    /// Whether a value stands in a JSON file, where a text has quotes and a number has none.
    func isJSON(_ place: YAMLNode.Place) -> Bool { jsonFiles[place.file] != nil }

    /// A message with the path of the value it is about, where that stands in a JSON file.
    func located(_ message: String, at place: YAMLNode.Place) -> String {
        guard let file = jsonFiles[place.file] else { return message }
        let path = ValuePath.path(to: place, in: file.root)
        return path.isEmpty ? message : "\(message), at `\(path)`"
    }
}
