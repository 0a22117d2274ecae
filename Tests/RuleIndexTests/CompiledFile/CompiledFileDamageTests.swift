import ByteText
import PolicyModel
import TestSupport
import Testing
import URLStandard

@_spi(Fuzzing) @testable import RuleIndex

@Suite("Damaged compiled files") struct CompiledFileDamageTests {
    private static let file: [UInt8] = (try? compiledBytes(CompiledPolicy(FilledDocument.make()))) ?? []

    /// The code of the error with which bytes are rejected; nil if they are accepted.
    private func code(_ bytes: [UInt8]) -> CompiledFileError.Code? {
        do throws(CompiledFileError) {
            _ = try CompiledPolicy(opening: SharedBytes(copying: bytes))
            return nil
        } catch {
            return error.code
        }
    }

    private func changed(_ change: (inout [UInt8]) -> Void) -> [UInt8] {
        var bytes = Self.file
        change(&bytes)
        return bytes
    }

    @Test("Anything but a compiled file of this version is refused with what it is")
    func other() {
        #expect(code(Self.file) == nil)
        #expect(code([]) == .empty)
        #expect(code(Array("demarc: 1\n".utf8)) == .notCompiled)
        #expect(code([0x89]) == .truncated)
        #expect(code(Array(repeating: 0, count: 4096)) == .notCompiled)
        #expect(code(changed { $0[12] = UInt8(CompiledFileHeader.version) + 1 }) == .newerVersion)
        #expect(code(changed { $0[15] = 0x7F }) == .newerVersion)
        #expect(code(changed { $0[12] = UInt8(CompiledFileHeader.version) - 1 }) == .olderVersion)
        #expect(code(changed { $0[12] = 0 }) == .olderVersion)
        #expect(code(changed { $0[32] ^= 1 }) == .otherSettings)
        #expect(code(changed { $0[8..<12].reverse() }) == .otherByteOrder)
        #expect(code(changed { $0[8] = 0xFF }) == .damaged)
        #expect(code(changed { $0.append(0) }) == .damaged)
        #expect(code(changed { $0[$0.count / 2] ^= 1 }) == .damaged)
    }

    @Test("Every error gives instructions on one line")
    func messages() {
        for bytes in [
            [], Array("x".utf8), [0x89], changed { $0[12] = UInt8(CompiledFileHeader.version) + 1 },
            changed { $0[32] ^= 1 }, changed { $0[100] ^= 1 },
        ] {
            do throws(CompiledFileError) {
                _ = try CompiledPolicy(opening: SharedBytes(copying: bytes))
                Issue.record("opened")
            } catch {
                #expect(error.description.contains("`demarc compile`"))
                #expect(!error.message.contains("\n") && !error.message.hasSuffix("."))
            }
        }
    }

    @Test("A truncated file is refused, wherever it is cut")
    func truncated() {
        for count in 0..<Self.file.count {
            #expect(code(Array(Self.file[..<count])) == (count == 0 ? .empty : .truncated))
        }
    }

    @Test("10,000 flipped bits are all detected")
    func flipped() {
        var random = SplitMix(seed: 1)
        for _ in 0..<10_000 {
            let bit = random.number(in: 0...Self.file.count * 8 - 1)
            let bytes = changed { $0[bit / 8] ^= 1 << (bit % 8) }
            #expect(code(bytes) != nil, "bit \(bit)")
        }
    }

    /// Files for each seed.
    private static let inventions = TestSize.count(50, exhaustive: 5_000)

    /// Without the checksum, every bound must hold on its own: whatever a file contains, it is rejected or yields
    /// decisions.
    @Test("An invented file neither crashes nor hangs, whatever it contains", arguments: [1, 2, 3, 4])
    func unverified(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        var (opened, refused) = (0, 0)
        for round in 0..<Self.inventions {
            var bytes = Self.file
            for _ in 0..<(round % 4 == 0 ? random.number(in: 2...16) : 1) {
                let place = random.number(in: CompiledFileHeader.checkedOffset...bytes.count - 1)
                switch random.number(in: 0...3) {
                case 0: bytes[place] = 0xFF
                case 1: bytes[place] = 0
                default: bytes[place] ^= 1 << random.number(in: 0...7)
                }
            }
            do throws(CompiledFileError) {
                Self.use(try CompiledPolicy(openingUnverified: SharedBytes(copying: bytes)))
                opened += 1
            } catch {
                refused += 1
            }
        }
        // Both must have happened often, or the test proves little.
        #expect(opened > Self.inventions / 10 && refused > Self.inventions / 10)
    }

    /// A setting with an unreadable value would have its default, which opens the app for every version.
    @Test("An invalid version is refused", arguments: [",", "-", " ", "a", "\u{0}"])
    func version(text: String) throws {
        let written = Array("17.4.1".utf8)
        var bytes = Self.file
        let places = bytes.indices.dropLast(written.count).filter {
            bytes[$0..<$0 + written.count].elementsEqual(written)
        }
        try #require(!places.isEmpty, "the policy has the version")
        for place in places { bytes[place + 2] = Array(text.utf8)[0] }
        #expect(throws: CompiledFileError.self) {
            _ = try CompiledPolicy(openingUnverified: SharedBytes(copying: bytes))
        }
    }

    @Test("Sections that are outside the file, overlapping, unknown or too many are refused")
    func sections() {
        let entry = CompiledFileHeader.tableOffset
        let changes: [(inout [UInt8]) -> Void] = [
            { $0[36] = 0 }, { $0[36] = 1 }, { $0[39] = 0xFF }, { $0[entry] = 99 }, { $0[entry + 8] = 1 },
            { $0[entry + 8] = 0 }, { $0[entry + 15] = 0x80 }, { $0[entry + 16] = 0xFF }, { $0[entry + 23] = 0x80 },
            { $0[entry + 23] = 0x7F }, { $0[entry] = 4 },
        ]
        for (number, change) in changes.enumerated() {
            #expect(throws: CompiledFileError.self, "change \(number)") {
                _ = try CompiledPolicy(openingUnverified: SharedBytes(copying: changed(change)))
            }
        }
    }

    /// Uses everything that reads the file.
    static func use(_ policy: CompiledPolicy) {
        var subject = MatchSubject()
        for ruleSet in policy.ruleSets {
            for text in CompiledRoundTripTests.urls {
                do { try subject.url.parse(text.utf8.span) } catch { continue }
                let match = ruleSet.match(&subject, parsedFrom: text.utf8.span)
                _ = ruleSet.matchLinearly(subject.url, scratch: &subject.scratch)
                _ = ruleSet.ranksOfAllMatches(of: subject.url, scratch: &subject.scratch)
                if match.rank != RuleMatch.noRank { _ = ruleSet.reference(rank: match.rank, entry: match.entry) }
            }
        }
        // An opened policy can be compiled again.
        _ = try? policy.compiledFile()
        _ = CompiledPolicy(policy.document)
    }
}
