import Diagnostics

extension SourceLocation: CompiledForm {
    func write(to writer: inout CompiledWriter) {
        writer.writeShared(path)
        writer.write(line)
        writer.write(column)
    }

    init(from reader: inout CompiledReader) throws(CompiledFileError) {
        let path = try reader.readShared()
        let (line, column) = (try reader.readNumber(), try reader.readNumber())
        // Whoever shows a place counts on from it.
        guard (0...Int(Int32.max)).contains(line), (0...Int(Int32.max)).contains(column) else {
            throw .malformed("it has a place that no file has")
        }
        self.init(path: path, line: line, column: column)
    }
}
