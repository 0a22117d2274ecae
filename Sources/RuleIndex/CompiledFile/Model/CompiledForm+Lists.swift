import ByteText
import URLMatching

extension EntryList: CompiledForm {
    func write(to writer: inout CompiledWriter) {
        format.write(to: &writer)
        writer.write(longestEntry)
        (format == .urls ? namedSchemes.sorted() : []).write(to: &writer)
        writer.write(CompiledSection(.lines, lineRuns))
        if let places = writer.places(of: self) {
            writer.write(byte: 1)
            writer.write(CompiledSection(.places, places.slice))
        } else {
            writer.write(byte: 2)
            writeNames(to: &writer)
        }
    }

    private func writeNames(to writer: inout CompiledWriter) {
        var names = SectionBytes()
        var ends = SectionBytes()
        names.reserve(entryByteCount)
        ends.reserve(count * 4)
        for index in 0..<count {
            names.append(entry(at: index))
            ends.append(UInt32(truncatingIfNeeded: names.count))
        }
        writer.spellOut(bytes: names.count, count: count)
        writer.write(CompiledSection(.names, names.slice))
        writer.write(CompiledSection(.ends, ends.slice))
    }

    init(from reader: inout CompiledReader) throws(CompiledFileError) {
        let format = try ListFormat(from: &reader)
        let longest = try reader.readNumber()
        let schemes = try [String](from: &reader)
        let lines = try reader.readSection(.lines)
        let form: StoredEntries.Form
        let names: SharedSlice
        let places: SharedSlice
        switch try reader.readByte() {
        case 1:
            guard let tables = reader.tables.last else { throw .malformed("it has a list outside of any rule set") }
            names = tables.names(of: format)
            let head = try tables.head(of: format)
            form = .counted(headCount: head.count, longestName: head.longestName)
            places = try reader.readSection(.places)
            guard reader.allowance.chargePlaces(count: places.count / 4, longest: longest, of: format) else {
                throw .malformed("it has a list with more names than its table")
            }
        case 2:
            form = .ends
            names = try reader.readSection(.names)
            places = try reader.readSection(.ends)
            guard reader.allowance.chargeDecoded(bytes: names.count, count: places.count / 4) else {
                throw .malformed("it has lists with more names than can be looked up")
            }
        default: throw .malformed("it has a list of an unknown form")
        }
        do {
            let entries = StoredEntries(form: form, names: names, places: places, lines: lines, longest: longest)
            guard entries.isInOrder else { throw CompiledFileError.malformed("it has a list whose entries overlap") }
            try self.init(format: format, stored: entries, schemes: schemes)
        } catch let error as CompiledFileError {
            throw error
        } catch {
            throw .malformed("it has a list with an invalid entry")
        }
    }

    /// Runs of entries on consecutive lines.
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
