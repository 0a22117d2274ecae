import Diagnostics
import DocumentReading

/// Files that are only JSON.
extension ReadingContext {
    /// Reads the root of a JSON file; nil, with the reason reported, if it has none.
    func json(_ file: [UInt8], path: String, resolvedPath: String) -> DocumentNode? {
        documentBytesLeft -= file.count
        do throws(JSONProblem) {
            let text = try JSONFileText(file)
            let number = open(SourceFile(path: path, bytes: text.bytes), resolvedPath: resolvedPath)
            return json(text, file: number)
        } catch {
            // A script in an old encoding is not UTF-8, but that is not its actual problem.
            let problem = error.code == .notUTF8 ? ForeignText.problem(of: file) ?? error : error
            let number = open(SourceFile(path: path, bytes: file), resolvedPath: resolvedPath)
            hideConfigurations(ofUnreadable: number)
            report(problem, in: number)
            return nil
        }
    }

    private func json(_ text: JSONFileText, file: Int32) -> DocumentNode? {
        do throws(JSONProblem) {
            let root = try json(text.bytes, file: file)
            hideConfigurations(ofExport: root)
            if text.isTranscoded { files[Int(file)].isTranscoded = true }
            return root
        } catch {
            hideConfigurations(ofUnreadable: file)
            report(error.code == .invalidJSON ? ForeignText.problem(of: text.bytes) ?? error : error, in: file)
            return nil
        }
    }
}
