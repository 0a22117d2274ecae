import Diagnostics

@testable import PolicyFiles

/// An XML property list whose root is a dictionary with these entries, starting on its fourth line.
func logPlist(_ entries: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0"><dict>
    \(entries)
    </dict></plist>
    """
}

/// The same text in UTF-16 with its byte order mark.
func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
    ("\u{FEFF}" + text).utf16.flatMap { unit in
        let bytes = [UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit)]
        return isBigEndian ? bytes : bytes.reversed()
    }
}

/// A binary property list: a dictionary of ASCII texts and numbers below 256, with every equal value written once.
func binaryPlist(_ entries: [(key: String, value: BinaryValue)]) -> [UInt8] {
    var objects: [[UInt8]] = [[]]
    func number(of object: [UInt8]) -> UInt8 {
        if let index = objects.firstIndex(of: object) { return UInt8(index) }
        objects.append(object)
        return UInt8(objects.count - 1)
    }
    func length(_ count: Int, _ marker: UInt8) -> [UInt8] {
        count < 15 ? [marker | UInt8(count)] : [marker | 0x0F, 0x10, UInt8(count)]
    }
    func text(_ text: String) -> [UInt8] { length(text.utf8.count, 0x50) + text.utf8 }
    let keys = entries.map { number(of: text($0.key)) }
    let values = entries.map { entry in
        switch entry.value {
        case .number(let value): number(of: [0x10, value])
        case .text(let value): number(of: text(value))
        case .flag(let value): number(of: [value ? 0x09 : 0x08])
        }
    }
    objects[0] = length(entries.count, 0xD0) + keys + values
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
        offsets += [UInt8(bytes.count >> 8), UInt8(truncatingIfNeeded: bytes.count)]
        bytes += object
    }
    let table = bytes.count
    let numbers = [objects.count, 0, table].flatMap { number in
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }
    return bytes + offsets + [0, 0, 0, 0, 0, 0, 2, 1] + numbers
}

/// A value of ``binaryPlist(_:)``.
enum BinaryValue {
    case number(UInt8)
    case text(String)
    case flag(Bool)
}
