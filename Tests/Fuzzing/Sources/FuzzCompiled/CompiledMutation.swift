@_spi(Fuzzing) import RuleIndex

/// Changes to a compiled file, read from bytes, that somebody who knows its format could make.
///
/// Each change takes one byte for its kind and a few for its position and amount, so that a fuzzer learns which bytes
/// matter, and a test can generate them. The result has the correct size and checksum. Used by the fuzzer and by the
/// tests of `RuleIndex`.
struct CompiledMutation {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The file that results from applying the changes to the parts of a file.
    mutating func file(of original: CompiledFileParts) throws -> [UInt8] {
        var parts = original
        var changesOfTable: [(place: UInt64, value: UInt64)] = []
        while position < bytes.count, changesOfTable.count < 64 {
            switch take(1) % 12 {
            case 0, 1, 2: changeValue(&parts.values)
            case 3: moveValues(&parts.values)
            case 4, 5, 6: changeWord(&parts.sections)
            case 7: fillWords(&parts.sections)
            case 8: resizeSection(&parts.sections)
            case 9: exchangeSections(&parts.sections)
            case 10: changeText(&parts.values)
            default: changesOfTable.append((take(2), take(1) % 4 == 0 ? take(8) : interesting(0)))
            }
        }
        var file = try parts.file()
        for change in changesOfTable {
            let table = CompiledFileParts.table(of: file)
            let offset = table.lowerBound + Int(change.place % UInt64(max(table.count, 1)))
            Self.write(change.value, count: min(4, file.count - offset), at: offset, to: &file)
        }
        CompiledFileParts.seal(&file)
        return file
    }

    // MARK: The model

    private mutating func changeValue(_ values: inout [CompiledFileParts.Value]) {
        guard let index = index(of: values.count) else { return }
        switch values[index] {
        case .byte(let byte): values[index] = .byte(UInt8(truncatingIfNeeded: interesting(UInt64(byte))))
        case .number(let number):
            values[index] = .number(Int(truncatingIfNeeded: interesting(UInt64(bitPattern: Int64(number)))))
        case .bits(let bits): values[index] = .bits(interesting(bits))
        case .text: changeText(&values, at: index)
        }
    }

    private mutating func changeText(_ values: inout [CompiledFileParts.Value]) {
        guard let start = index(of: values.count) else { return }
        for index in start..<values.count {
            if case .text = values[index] { return changeText(&values, at: index) }
        }
    }

    private mutating func changeText(_ values: inout [CompiledFileParts.Value], at index: Int) {
        guard case .text(var text) = values[index] else { return }
        switch take(1) % 8 {
        case 0: text = []
        case 1: text = Array(text.prefix(Int(take(1)) % (text.count + 1)))
        case 2: text += Array(repeating: UInt8(take(1)), count: Int(take(2) % 4_096))
        case 3: text += text.prefix(4_096)
        case 4: if let place = self.index(of: text.count) { text[place] = UInt8(take(1)) }
        case 5: if let place = self.index(of: text.count) { text.insert(UInt8(take(1)), at: place) }
        case 6: text = Array(".:/*?[]()%@#".utf8.prefix(Int(take(1)) % 13))
        default:
            if let other = self.index(of: values.count), case .text(let found) = values[other] { text = found }
        }
        values[index] = .text(text)
    }

    private mutating func moveValues(_ values: inout [CompiledFileParts.Value]) {
        guard let from = index(of: values.count), let to = index(of: values.count) else { return }
        let range = from..<min(from + Int(take(1)) % 16 + 1, values.count)
        let moved = Array(values[range])
        switch take(1) % 4 {
        case 0: values.removeSubrange(range)
        case 1: values.insert(contentsOf: moved, at: to)
        case 2: values[to] = values[from]
        default: values.swapAt(from, to)
        }
    }

    // MARK: Sections

    private mutating func changeWord(_ sections: inout [CompiledFileParts.Section]) {
        guard let section = index(of: sections.count), let place = index(of: sections[section].bytes.count) else {
            return
        }
        let count = [1, 2, 4, 8][Int(take(1) % 4)]
        // The head of a table contains the numbers with the greatest effect.
        let offset = (take(1) % 2 == 0 ? place : place % 128) & ~(count - 1)
        let old = Self.read(sections[section].bytes, count: count, at: offset)
        Self.write(interesting(old), count: count, at: offset, to: &sections[section].bytes)
    }

    /// Writes numbers that increase by a constant step, like the places of overlapping names.
    private mutating func fillWords(_ sections: inout [CompiledFileParts.Section]) {
        guard let section = index(of: sections.count) else { return }
        let count = sections[section].bytes.count / 4
        guard let first = index(of: count) else { return }
        var value = interesting(UInt64(count))
        let step = take(1) % 9
        for word in first..<min(first + Int(take(2)) + 1, count) {
            Self.write(value, count: 4, at: word * 4, to: &sections[section].bytes)
            value &+= step
        }
    }

    private mutating func resizeSection(_ sections: inout [CompiledFileParts.Section]) {
        guard let section = index(of: sections.count) else { return }
        var bytes = sections[section].bytes
        switch take(1) % 4 {
        case 0: bytes.removeLast(min(Int(take(1)) + 1, bytes.count))
        case 1: bytes = []
        case 2: bytes += Array(repeating: UInt8(take(1)), count: Int(take(2)))
        default: bytes += bytes.prefix(1 << 20)
        }
        sections[section].bytes = Array(bytes.prefix(1 << 22))
    }

    private mutating func exchangeSections(_ sections: inout [CompiledFileParts.Section]) {
        guard let one = index(of: sections.count), let other = index(of: sections.count) else { return }
        switch take(1) % 4 {
        case 0: sections.remove(at: one)
        case 1: sections.swapAt(one, other)
        case 2: sections[one].bytes = sections[other].bytes
        default: sections.insert(sections[one], at: other)
        }
    }

    // MARK: Choices

    /// The next bytes as a number; zeros after the end.
    private mutating func take(_ count: Int) -> UInt64 {
        var number: UInt64 = 0
        for _ in 0..<count {
            number = number << 8 | UInt64(position < bytes.count ? bytes[position] : 0)
            position += 1
        }
        return number
    }

    private mutating func index(of count: Int) -> Int? { count == 0 ? nil : Int(take(3) % UInt64(count)) }

    /// A number to replace another one.
    private mutating func interesting(_ old: UInt64) -> UInt64 {
        switch take(1) % 16 {
        case 0: 0
        case 1: 1
        case 2: .max
        case 3: UInt64(Int64.max)
        case 4: 1 << 63
        case 5: UInt64(UInt32.max)
        case 6: UInt64(Int32.max)
        case 7: UInt64(UInt16.max)
        case 8: old &+ 1
        case 9: old &- 1
        case 10: old &* 2
        case 11: ~old
        case 12: 1 << (take(1) % 64)
        case 13: take(1)
        case 14: take(2)
        default: take(8)
        }
    }

    private static func read(_ bytes: [UInt8], count: Int, at offset: Int) -> UInt64 {
        var number: UInt64 = 0
        for position in 0..<count where offset + position < bytes.count {
            number |= UInt64(bytes[offset + position]) << (8 * UInt64(position))
        }
        return number
    }

    private static func write(_ number: UInt64, count: Int, at offset: Int, to bytes: inout [UInt8]) {
        for position in 0..<max(count, 0) where offset + position < bytes.count {
            bytes[offset + position] = UInt8(truncatingIfNeeded: number >> (8 * UInt64(position)))
        }
    }
}
