import Diagnostics

extension SourceLocation: CompiledForm {
    func write(to writer: inout CompiledWriter) {
        writer.writeShared(path)
        writer.write(line)
        writer.write(column)
    }

    init(from reader: inout CompiledReader) throws(CompiledFileError) {
        self.init(path: try reader.readShared(), line: try reader.readNumber(), column: try reader.readNumber())
    }
}
