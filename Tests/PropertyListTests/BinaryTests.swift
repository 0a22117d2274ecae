import Diagnostics
import Testing

@testable import PropertyList

@Suite("Binary property lists") struct BinaryTests {
    /// Builds a file: objects in sequence, their offsets, the trailer.
    static func file(
        _ objects: [[UInt8]],
        root: UInt8 = 0,
        offsets: [UInt8]? = nil,
        change: (inout [UInt8]) -> Void = { _ in }
    ) -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        var table: [UInt8] = []
        for object in objects {
            table.append(UInt8(bytes.count))
            bytes += object
        }
        let start = UInt8(bytes.count)
        bytes += offsets ?? table
        var trailer = [UInt8](repeating: 0, count: 32)
        trailer[6] = 1
        trailer[7] = 1
        trailer[15] = UInt8(objects.count)
        trailer[23] = root
        trailer[31] = start
        change(&trailer)
        return bytes + trailer
    }

    /// The position of each field in the trailer.
    static let (offsetSize, referenceSize, objectCount, rootObject, tableStart) = (6, 7, 15, 23, 31)

    @Test(
        "Mistakes are reported at their place",
        arguments: [
            (Array("bplist00".utf8), "truncated-file the file is too short, at byte 8"),
            (
                Array("bplist16abcdef".utf8),
                "invalid-binary a binary property list of another version than `00` cannot be read"
            ),
            (
                file([[0x09]]).dropLast(1).map { $0 },
                "invalid-binary the sizes of offsets and references in the trailer are wrong, at byte 9"
            ),
            (
                file([[0x09]]) { $0[offsetSize] = 0 },
                "invalid-binary the sizes of offsets and references in the trailer are wrong, at byte 10"
            ),
            (
                file([[0x09]]) { $0[referenceSize] = 9 },
                "invalid-binary the sizes of offsets and references in the trailer are wrong, at byte 10"
            ),
            (
                file([[0x09]]) { $0[objectCount] = 0 },
                "invalid-binary the number of objects in the trailer is wrong, at byte 10"
            ),
            (
                file([[0x09]]) { $0[8] = 0xFF },
                "invalid-binary the number of objects in the trailer is wrong, at byte 10"
            ),
            (
                file([[0x09]]) { $0[rootObject] = 1 },
                "invalid-binary the number of objects in the trailer is wrong, at byte 10"
            ),
            (
                file([[0x09]]) { $0[objectCount] = 2 },
                "invalid-binary the table of offsets lies outside the file, at byte 10"
            ),
            (
                file([[0x09]]) { $0[tableStart] = 8 },
                "invalid-binary the table of offsets lies outside the file, at byte 10"
            ),
            (file([[0x09]]) { $0[24] = 0x80 }, "invalid-binary the table of offsets lies outside the file, at byte 10"),
            (
                file([[0x09]], offsets: [7]),
                "invalid-binary the offset of an object lies outside the objects, at byte 9"
            ),
            (
                file([[0x09]], offsets: [9]),
                "invalid-binary the offset of an object lies outside the objects, at byte 9"
            ),
            (file([[0xA1, 0x00]]), "cycle an object contains itself, at byte 8"),
            (file([[0xA1, 0x01], [0xA1, 0x00]]), "cycle an object contains itself, at byte 10"),
            (file([[0xD1, 0x01, 0x00], [0x51, 0x61]]), "cycle an object contains itself, at byte 8"),
            (file([[0xA1, 0x05]]), "invalid-binary a reference to an object that isn't there, at byte 8"),
            (file([[0xA2, 0x01]]), "invalid-binary an object extends beyond the objects, at byte 8"),
            (
                file([[0xAF, 0x13] + [UInt8](repeating: 0x7F, count: 8)]),
                "invalid-binary the length of an object is larger than the file, at byte 8"
            ),
            (
                file([[0xAF, 0x13] + [UInt8](repeating: 0xFF, count: 8)]),
                "invalid-binary the length of an object is larger than the file, at byte 8"
            ),
            (file([[0xAF, 0x14, 0, 0]]), "invalid-binary the length of an object is not a number, at byte 8"),
            (file([[0xAF]]), "invalid-binary an object extends beyond the objects, at byte 8"),
            (file([[0x5F, 0x10, 0x05, 0x61]]), "invalid-binary an object extends beyond the objects, at byte 8"),
            (file([[0x51, 0xE9]]), "invalid-binary a string that is marked as ASCII, but is not, at byte 8"),
            (file([[0x61, 0xD8, 0x00]]), "invalid-binary a string that is marked as UTF-16, but is not, at byte 8"),
            (file([[0x33, 0x7F, 0xF8, 0, 0, 0, 0, 0, 0]]), "invalid-binary a date that is not a number, at byte 8"),
            (
                file([[0x14, 0x01] + [UInt8](repeating: 0, count: 15)]),
                "invalid-binary a whole number of more than 64 bits, at byte 8"
            ),
            (file([[0xD1, 0x01, 0x01], [0x10, 0x01]]), "invalid-binary a key that is not a string, at byte 11"),
            (
                file([[0xC1, 0x01], [0x09]]),
                "invalid-binary a set, which a property list cannot contain (0xC1), at byte 8"
            ),
            (file([[0x00]]), "invalid-binary an object of unknown kind (0x00), at byte 8"),
            (file([[0x15]]), "invalid-binary an object of unknown kind (0x15), at byte 8"),
            (
                file([[0xA2, 0x01, 0x02], [0x52, 0x51, 0x61], [0x09]], offsets: [8, 11, 12]),
                "invalid-binary two objects share bytes, at byte 12"
            ),
            (
                file([[0xA2, 0x01, 0x02], [0x09], [0x08]], offsets: [8, 11, 11]),
                "invalid-binary two objects share bytes, at byte 11"
            ),
        ]
    )
    func wrong(bytes: [UInt8], expected: String) {
        let found = summary(read(bytes))
        #expect(found.count == 1)
        guard case .failure(let error) = read(bytes) else {
            Issue.record("the file is read")
            return
        }
        #expect("\(error.diagnostic.code) \(error.diagnostic.message)" == expected)
    }

    @Test("Many references to one object do not exceed the bounds")
    func expansion() {
        // Each array contains the next one ten times: ten to the power of nine values in a hundred bytes.
        var objects: [[UInt8]] = (1...9).map { level in [0xAA] + [UInt8](repeating: UInt8(level), count: 10) }
        objects.append([0x09])
        #expect(summary(read(Self.file(objects))).first?.contains("too-many-values") == true)
        #expect(value(read(Self.file(Array(objects.suffix(1)) + [], root: 0))) == "true")
        #expect(value(read(Self.file([[0xA3, 0x01, 0x01, 0x01], [0x09]]))) == "[true, true, true]")
    }

    @Test("Deep nesting is refused on every path")
    func depth() {
        let nested = { (levels: Int) in
            Self.file((1...levels).map { [0xA1, UInt8($0)] } + [[0x09]])
        }
        #expect(summary(read(nested(64))).isEmpty)
        #expect(summary(read(nested(65))).first?.contains("nested-too-deeply") == true)
        // The second path to the deep array is longer than the first, by which it was read.
        var bounds = PropertyListBounds()
        bounds.depth = 3
        let objects: [[UInt8]] = [[0xA2, 0x02, 0x01], [0xA1, 0x02], [0xA1, 0x03], [0xA1, 0x04], [0x09]]
        #expect(summary(read(Self.file(objects), bounds: bounds)).first?.contains("nested-too-deeply") == true)
    }

    @Test("A file that another library wrote is read")
    func sample() throws {
        let text = """
            YnBsaXN0MDDUAQIDBAUUFytRYlFhVGxvbmdVYWdhaW6uBgcICQoLDA0ODxAREhMJCBAAEP8RAQASAAEAABMAAAABAAAAABP//////////xQA
            AAAAAAAAAIAAAAAAAAAAIz/4AAAAAAAAYQDkVWFzY2lpQgABMz/wAAAAAAAA0RUWUXiAB68QFAgYGRobHB0eHyAhIiMkJSYnKCkqEAEQAhAD
            EAQQBRAGEAcQCBAJEAoQCxAMEA0QDhAPEBAQERASEBOiEREIERMVGiAvMDEzNTg9Rk9gaWxydX6Bg4WcnqCipKaoqqyusLK0tri6vL7AwgAA
            AAAAAAEBAAAAAAAAACwAAAAAAAAAAAAAAAAAAADF
            """
        let bytes = try Base64Text.decode(Array(text.utf8)).get()
        let document = try read(bytes).get()
        #expect(document.format == .binary)
        let numbers = (0..<20).map { "\($0)" }.joined(separator: ", ")
        #expect(
            line(document.root)
                == "{b: [true, false, 0, 255, 256, 65536, 4294967296, -1, 9223372036854775808, real(1.5), 'ä', 'ascii', "
                + "data[0, 1], date(1.0)], a: {x: uid(7)}, long: [\(numbers)], again: ['ascii', 'ascii']}"
        )
        let key = try #require(document.root.entries?[2].key)
        #expect(bytes[key.place].elementsEqual([0x54] + "long".utf8))
    }

    @Test("A truncated or altered file is read or refused")
    func damage() throws {
        let bytes = Self.file([
            [0xD2, 1, 2, 3, 4], [0x51, 0x61], [0x51, 0x62], [0xA1, 0x04], [0x62, 0, 0xE4, 0, 0x62],
        ])
        #expect(value(read(bytes)) == "{a: ['äb'], b: 'äb'}")
        for count in bytes.indices { #expect(!summary(read(Array(bytes[..<count]))).isEmpty) }
        for index in bytes.indices {
            for change: UInt8 in [0x01, 0x0F, 0x80, 0xFF] {
                var changed = bytes
                changed[index] ^= change
                if case .success(let document) = read(changed) {
                    #expect(document.root.place.upperBound <= changed.count)
                }
            }
        }
    }

    @Test("Shared values stay shared after a change, which affects only one place")
    func sharing() throws {
        // {a: x, b: x, c: [x, x]} with one array x of one text.
        let bytes = Self.file([
            [0xD3, 1, 2, 3, 4, 4, 5], [0x51, 0x61], [0x51, 0x62], [0x51, 0x63], [0xA1, 6], [0xA2, 4, 4], [0x51, 0x74],
        ])
        let document = try read(bytes).get()
        let grown = try document.applying([.set(["d"], .string("t"))])
        // A key and two more references, but nothing for the text, which exists already.
        #expect(grown.count == bytes.count + 2 + 1 + 2)
        #expect(value(read(grown)) == "{a: ['t'], b: ['t'], c: [['t'], ['t']], d: 't'}")
        let one = try document.applying([.insert(["c", 0], at: 1, [.string("u")])])
        #expect(value(read(one)) == "{a: ['t'], b: ['t'], c: [['t', 'u'], ['t']]}")
    }

    @Test("Dictionaries and arrays of a document that was not read are all written", arguments: [0..<0, 0..<1, 8..<15])
    func foreign(place: Range<Int>) throws {
        var document = try read(Self.file([[0xD1, 1, 2], [0x51, 0x61], [0x09]])).get()
        func array(_ isTrue: Bool) -> PropertyListNode {
            PropertyListNode(.array([PropertyListNode(.boolean(isTrue), place: place)]), place: place)
        }
        let entries = [("a", array(true)), ("b", array(false)), ("c", array(true))]
        document.root = PropertyListNode(
            .dictionary(entries.map { .init(key: .init($0.0, place: place), value: $0.1) }),
            place: place
        )
        let bytes = try document.applying([.set(["d"], .boolean(true))])
        #expect(value(read(bytes)) == "{a: [true], b: [false], c: [true], d: true}")
    }
}
