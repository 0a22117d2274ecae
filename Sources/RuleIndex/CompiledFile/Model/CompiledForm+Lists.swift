import ByteText
import URLMatching

extension EntryList: CompiledForm {
    func write(to writer: inout CompiledWriter) {
        format.write(to: &writer)
        writer.write(longestEntry)
        writer.write(byte: 0)
        var names = SectionBytes()
        var ends = SectionBytes()
        names.reserve(entryByteCount)
        ends.reserve(count * 4)
        for index in 0..<count {
            names.append(entry(at: index))
            ends.append(UInt32(truncatingIfNeeded: names.count))
        }
        writer.write(CompiledSection(.names, names.slice))
        writer.write(CompiledSection(.ends, ends.slice))
        writer.write(CompiledSection(.lines, lineRuns))
    }

    init(from reader: inout CompiledReader) throws(CompiledFileError) {
        let format = try ListFormat(from: &reader)
        let longest = try reader.readNumber()
        guard try reader.readByte() == 0 else { throw .malformed("it has a list of a form that is not known") }
        let names = try reader.readSection(.names)
        let ends = try reader.readSection(.ends)
        let lines = try reader.readSection(.lines)
        let entries = StoredEntries(form: .ends, names: names, places: ends, lines: lines, longest: longest)
        do {
            try self.init(format: format, stored: entries)
        } catch {
            throw .malformed("it has a list with an entry that is none")
        }
    }

    /// Runs of entries on lines that follow each other.
    private var lineRuns: SharedSlice {
        var runs = SectionBytes()
        var next = 0
        for index in 0..<count {
            let line = line(at: index)
            if line != next || index == 0 {
                runs.append(UInt32(truncatingIfNeeded: index))
                runs.append(UInt32(truncatingIfNeeded: line))
            }
            next = line + 1
        }
        return runs.slice
    }
}
