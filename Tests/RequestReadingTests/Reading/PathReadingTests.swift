import ByteText
import Demarc
import RequestReading
import TestSupport
import Testing
import URLStandard

@Suite("Readings of a path") struct PathReadingTests {
    /// A second, plain implementation of the readings.
    private enum Oracle {
        static func read(_ path: String, _ reading: PathReading) -> String {
            switch reading {
            case .merged: join(withoutDots(merge(segments(of: path)), isDecoded: false))
            case .withoutParameters: join(withoutDots(segments(of: path).map(withoutParameters), isDecoded: false))
            case .decoded: encode(withoutDots(segments(of: decode(path)), isDecoded: true))
            case .decodedAndMerged: encode(withoutDots(merge(segments(of: decode(path))), isDecoded: true))
            case .decodedKeepingBackslashes:
                encode(withoutDots(merge(segments(of: decode(path), dividers: "/")), isDecoded: true))
            case .normalized: normalize(decode(path))
            case .parametersFirst:
                encode(withoutDots(merge(segments(of: decode(withoutParameters(path)))), isDecoded: true))
            case .decodedTwice: normalize(decode(decode(path)))
            case .decodedTwiceAndMerged:
                encode(withoutDots(merge(segments(of: decode(decode(path)))), isDecoded: true))
            case .parametersFirstUnmerged:
                encode(withoutDots(segments(of: decode(withoutParameters(path))), isDecoded: true))
            case .unresolved: encode(keepingDots(segments(of: decode(path))))
            case .unresolvedMerged: encode(keepingDots(merge(segments(of: decode(path)))))
            case .unresolvedNormalized:
                encode(keepingDots(merge(segments(of: decode(path)).map(withoutParameters))))
            case .unresolvedParametersFirst:
                encode(keepingDots(merge(segments(of: decode(withoutParameters(path))))))
            }
        }

        private static func keepingDots(_ segments: [[UInt8]]) -> [[UInt8]] {
            segments.map { [".", ".."].map { Array($0.utf8) }.contains($0) ? Array("...".utf8) : $0 }
        }

        private static func normalize(_ path: [UInt8]) -> String {
            encode(withoutDots(merge(segments(of: path).map(withoutParameters)), isDecoded: true))
        }

        private static func segments(of path: String) -> [[UInt8]] {
            path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(Array.init)
        }

        private static func segments(of path: [UInt8], dividers: String = #"/\"#) -> [[UInt8]] {
            path.dropFirst().split(omittingEmptySubsequences: false) { dividers.utf8.contains($0) }.map(Array.init)
        }

        private static func merge(_ segments: [[UInt8]]) -> [[UInt8]] {
            segments.dropLast().filter { !$0.isEmpty } + segments.suffix(1)
        }

        private static func withoutParameters(_ segment: [UInt8]) -> [UInt8] {
            Array(segment.prefix { $0 != UInt8(ascii: ";") })
        }

        private static func withoutParameters(_ path: String) -> String {
            join(segments(of: path).map(withoutParameters))
        }

        private static func withoutDots(_ segments: [[UInt8]], isDecoded: Bool) -> [[UInt8]] {
            var kept: [[UInt8]] = []
            for (index, segment) in segments.enumerated() {
                let text = String(decoding: segment, as: UTF8.self).lowercased()
                let dots = isDecoded ? text : text.replacing("%2e", with: ".")
                if dots == ".." { _ = kept.popLast() }
                if dots != "." && dots != ".." {
                    kept.append(segment)
                } else if index == segments.count - 1 {
                    kept.append([])
                }
            }
            return kept
        }

        static func decode(_ path: String) -> [UInt8] { decode(Array(path.utf8)) }

        private static func decode(_ path: [UInt8]) -> [UInt8] {
            guard let first = path.first else { return [] }
            if first == UInt8(ascii: "%"), path.count > 2, path[1] != UInt8(ascii: "+"), path[1] != UInt8(ascii: "-"),
                let byte = UInt8(String(decoding: path[1...2], as: UTF8.self), radix: 16)
            {
                return [byte] + decode(Array(path.dropFirst(3)))
            }
            return [first] + decode(Array(path.dropFirst()))
        }

        private static func join(_ segments: [[UInt8]]) -> String {
            "/" + segments.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/")
        }

        private static func encode(_ segments: [[UInt8]]) -> String {
            let encoded = segments.map { segment in
                segment.map { byte in
                    let isPlain = byte > 0x20 && byte < 0x7F && !"\"#%<>?^`{}\\".utf8.contains(byte)
                    let digits = String(byte, radix: 16, uppercase: true)
                    return isPlain ? String(Unicode.Scalar(byte)) : "%" + (digits.count < 2 ? "0" : "") + digits
                }.joined()
            }
            return "/" + encoded.joined(separator: "/")
        }
    }

    private static func read(_ path: String, _ reading: PathReading) -> String {
        var output = Array("before".utf8)
        var scratch = Array("left over".utf8)
        reading.append(of: path.utf8.span, to: &output, scratch: &scratch)
        return String(decoding: output.dropFirst(6), as: UTF8.self)
    }

    @Test(
        "Each reading matches its definition",
        arguments: [
            ("/%61dmin/x", PathReading.decoded, "/admin/x"),
            ("//admin/x", .merged, "/admin/x"),
            ("/a;b/..;/admin/x", .withoutParameters, "/admin/x"),
            ("/a;b/..;/admin/x", .normalized, "/admin/x"),
            ("/%2561dmin", .decoded, "/%2561dmin"),
            ("/a//..%2fadmin/x/..;/safe", .decodedAndMerged, "/admin/x/..;/safe"),
            ("/a/%2f/../b", .decodedAndMerged, "/b"), ("/a/%5c/../b", .decodedAndMerged, "/b"),
            ("/a//../b", .merged, "/b"), ("/a//../b", .decoded, "/a/b"), ("/a/;/../b", .normalized, "/b"),
            ("/admin/../x", .unresolved, "/admin/.../x"), ("/a/%2e%2E/.", .unresolved, "/a/.../..."),
            ("/%61//...", .unresolved, "/a//..."), ("/", .unresolved, "/"),
            ("/%2561dmin", .decodedTwice, "/admin"),
            ("/%252e%252e/b", .decoded, "/%252e%252e/b"),
            ("/a/%252e%252e/b", .decodedTwice, "/b"),
            ("/a%2f..%2fadmin", .decoded, "/admin"),
            ("/a%5c..%5cadmin", .decoded, "/admin"),
            ("/a/%2f/b", .normalized, "/a/b"),
            ("/a%3bb/c", .withoutParameters, "/a%3bb/c"),
            ("/a%3bb/c", .normalized, "/a/c"),
            ("/a%253bb/c", .decodedTwice, "/a/c"),
            ("/%70ayroll;%2fx/run", .parametersFirst, "/payroll/run"),
            ("/%70ayroll;%2fx/run", .normalized, "/payroll/x/run"),
            ("/;%2f/%61dmin/x", .parametersFirst, "/admin/x"), ("/;%5c/%61dmin/x", .parametersFirst, "/admin/x"),
            ("/a;b/..;%2f/admin", .parametersFirst, "/admin"), ("/a;b/%2e%2e;c/b", .parametersFirst, "/b"),
            ("/a%3bb;c/d", .parametersFirst, "/a;b/d"), ("/a;%253b/%2562", .parametersFirst, "/a/%2562"),
            ("/a%2f;b%2f", .parametersFirst, "/a/"),
            ("/x/..%2f%61dmin/z%5c..%5c..%2f..%2f", .decodedKeepingBackslashes, "/admin/"),
            ("/x/..%2f%61dmin/z%5c..%5c..%2f..%2f", .decodedAndMerged, "/"),
            ("/a%5C%2f%5cb", .decodedKeepingBackslashes, "/a%5C/%5Cb"),
            ("/%2561dmin/..;", .decodedTwiceAndMerged, "/admin/..;"), ("/%2561dmin/..;", .decodedTwice, "/"),
            ("/a/%252f/%252e%252e/b", .decodedTwiceAndMerged, "/b"),
            ("//..;/admin%2f/../", .parametersFirstUnmerged, "/admin/"),
            ("//..;/admin%2f/../", .parametersFirst, "/"),
            ("//%61dmin/..%2f", .unresolvedMerged, "/admin/.../"),
            ("//admin%2f..%5cx", .unresolvedMerged, "/admin/.../x"),
            ("//admin/../x", .unresolvedMerged, "/admin/.../x"), ("//admin/../x", .unresolved, "//admin/.../x"),
            ("//admin%3bx/..;/y", .unresolvedNormalized, "/admin/.../y"),
            ("/admin;%2fx/..;a/y", .unresolvedParametersFirst, "/admin/.../y"),
            ("/admin;%2fx/..;a/y", .unresolvedNormalized, "/admin/x/.../y"),
            ("/%3f%23%25", .decoded, "/%3F%23%25"),
            ("/100%", .decoded, "/100%25"), ("/%zz", .decoded, "/%25zz"), ("/%2", .decoded, "/%252"),
            ("/%c3%a9", .decoded, "/%C3%A9"), ("/%ff", .decoded, "/%FF"), ("/%01", .decoded, "/%01"),
            ("/a//", .merged, "/a/"), ("///", .merged, "/"), ("/", .merged, "/"), ("/;", .withoutParameters, "/"),
            ("//..//", .merged, "/"), ("/..;/..;/..;", .normalized, "/"), ("/.;/a", .withoutParameters, "/a"),
        ]
    )
    func table(path: String, reading: PathReading, expected: String) {
        #expect(Self.read(path, reading) == expected)
        #expect(Oracle.read(path, reading) == expected)
    }

    private static let pieces = [
        "/", "//", ".", "..", "%2e", "%2E", "%252e", ";", ";a=1", "%3b", "%3B", "%253b", "%2f", "%2F", "%252f", "%5c",
        "%255C", "a", "admin", "%61", "%2561", "%25", "%", "%z", "%%", "%c3%a9", "%ff", "%20", "%22", "%7e", "~", "@",
        ":",
    ]

    @Test("Readings equal those of a plain implementation, and are canonical")
    func oracle() throws {
        var random = SplitMix(seed: 14)
        var differing = 0
        for _ in 0..<TestSize.count(5_000, exhaustive: 500_000) {
            let text = "https://good.test/" + random.text(of: Self.pieces, upTo: 12)
            let record = try URLRecord(parsing: text.utf8.span)
            let path = record.path.string
            let mayDiffer = PathReading.mayDiffer(path.utf8.span)
            for reading in PathReading.allCases {
                let read = Self.read(path, reading)
                #expect(read == Oracle.read(path, reading), "\(path) \(reading)")
                if read != path {
                    differing += 1
                    #expect(mayDiffer, "\(path) \(reading)")
                }
                // Rules see the same path as a browser.
                let again = try URLRecord(parsing: "https://good.test\(read)".utf8.span)
                #expect(again.path.string == read, "\(path) \(reading)")
            }
        }
        #expect(differing > 1000)
    }

    @Test(
        "A path that was sent with dot segments is also read as it was sent, and each path is found once",
        arguments: [
            ("/a", "/a", []),
            ("//b", "//b", ["/b \(merging) \(mergingWithDots)"]),
            ("//b", "", ["/b \(merging) \(mergingWithDots)"]),
            (
                "/a/admin", "/a//../admin",
                ["/admin \(merging)", "/a//.../admin path-unresolved", "/a/.../admin \(mergingWithDots)"]
            ),
            (
                "/x/b//c", "/x//../b//c",
                [
                    "/x/b/c \(merging) \(mergingWithDots)", "/b/c \(merging)", "/x//.../b//c path-unresolved",
                    "/x/.../b/c \(mergingWithDots)",
                ]
            ),
            // What was sent is encoded like the URL's path, from which it would differ otherwise.
            ("/b%22", "/\u{E9}/../b\"", ["/%C3%A9/.../b%22 path-unresolved \(mergingWithDots)"]),
        ] as [(String, String, [String])]
    )
    func sent(path: String, sent: String, expected: [String]) {
        var readings = PathReadings()
        // The buffers of another URL leave nothing behind.
        for (path, sent) in [("/%61//b;c/d", "/../%61//b;c/d"), (path, sent)] {
            readings.find(of: path.utf8.span, sent: sent.utf8.span)
        }
        let found = readings.found.map { found in
            ([String(decoding: found.bytes, as: UTF8.self)] + found.readings.map(\.rawValue)).joined(separator: " ")
        }
        let readsSentPath = readings.readsSentPath
        #expect(found == expected)
        #expect(readsSentPath == sent.contains("/../"))
    }

    /// The codes of the readings that merge slashes.
    @Test("Every path that a reading yields is found, with all readings that yield it")
    func allFound() throws {
        var random = SplitMix(seed: 15)
        var readings = PathReadings()
        for _ in 0..<TestSize.count(3_000, exhaustive: 300_000) {
            let sent = "/" + random.text(of: Self.pieces, upTo: 10)
            let record = try URLRecord(parsing: "https://good.test\(sent)".utf8.span)
            let path = record.path.string
            readings.find(of: path.utf8.span, sent: sent.utf8.span)
            var expected: [String: Set<PathReading>] = [:]
            for start in PathReading.hasDotSegment(sent.utf8.span) ? [path, sent] : [path] {
                for reading in PathReading.allCases {
                    let read = Self.read(start, reading)
                    if read != path { expected[read, default: []].insert(reading) }
                }
            }
            let found = readings.found.map { (String(decoding: $0.bytes, as: UTF8.self), Set($0.readings)) }
            #expect(Dictionary(found) { first, _ in first } == expected, "\(sent)")
            #expect(found.count == expected.count, "\(sent)")
        }
    }

    private static let mergingWithDots =
        "path-unresolved-merged path-unresolved-normalized path-unresolved-parameters-first"
    private static let merging =
        "path-merged path-decoded-merged path-decoded-backslash path-normalized path-parameters-first "
        + "path-decoded-twice path-decoded-twice-merged"

    @Test("A path without `%`, `;` and `//` has one reading")
    func plain() throws {
        for path in ["/", "/a", "/a/b/", "/a:b@c/~d", "/a.b/..c/.d", "/=&+$,!'()*"] {
            let mayDiffer = PathReading.mayDiffer(path.utf8.span)
            #expect(!mayDiffer, "\(path)")
            for reading in PathReading.allCases { #expect(Self.read(path, reading) == path) }
        }
    }
}
