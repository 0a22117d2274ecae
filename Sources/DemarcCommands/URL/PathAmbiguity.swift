import ByteText
import RequestReading
import URLStandard

/// A reading of a URL's path that yields another path than a browser's reading.
///
/// The bytes themselves are unambiguous, so it is not an ``Ambiguity``; but a server behind a proxy may serve the path
/// of this reading.
struct PathAmbiguity {
    /// How the path is read.
    let reading: PathReading
    /// The range of the path in the input.
    let place: Range<Int>
    /// The path in this reading.
    let path: String
    /// Whether a `.` or `..` segment of the path stays, and is written as `...`.
    let keepsDots: Bool

    /// Whether the path has such a segment.
    var showsDots: Bool { keepsDots && path.split(separator: "/").contains("...") }

    /// What people need to know about a path with such a segment: it is decided on as `...`, because no URL contains a `.`
    /// or `..` segment.
    static let noteOnDots = "a `.` or `..` that stays is shown as `...`"

    /// The readings that differ, for a web URL: those on which a request for it would be decided.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - input: The input that it was parsed from.
    /// - Returns: The readings, in their order; one may be there twice, for the URL's path and for the path as it is
    ///   written. None for other schemes, or if the path is not written in the input.
    static func all(of url: borrowing URLRecord, in input: Span<UInt8>) -> [PathAmbiguity] {
        guard url.isOfRequests, let place = url.placeOfPath(in: input) else { return [] }
        let written = path(in: input, at: place)
        var paths = PathReadings()
        paths.find(of: url.path, sent: written.span)
        let found = paths.found
        return PathReading.allCases.flatMap { reading in
            found.filter { $0.readings.contains(reading) }.map {
                PathAmbiguity(
                    reading: reading,
                    place: place,
                    path: String(decoding: $0.bytes, as: UTF8.self),
                    // Without such a segment, another reading yields the same path.
                    keepsDots: $0.readings.allSatisfy(\.keepsDots)
                )
            }
        }
    }

    /// A path as it is sent by a client that keeps dot segments: without the bytes that are removed from every URL, and
    /// with a slash for each backslash.
    private static func path(in input: Span<UInt8>, at place: Range<Int>) -> [UInt8] {
        var path: [UInt8] = []
        for offset in place {
            switch input[offset] {
            case UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): continue
            case UInt8(ascii: "\\"): path.append(UInt8(ascii: "/"))
            case let byte: path.append(byte)
            }
        }
        return path
    }
}

extension URLRecord {
    /// Whether a proxy may get a request for the URL.
    var isOfRequests: Bool {
        switch specialScheme {
        case .http?, .https?, .ws?, .wss?: true
        case .ftp?, .file?, nil: false
        }
    }
}

extension String {
    /// The code of a reading, followed by the number of other readings that yield the same URL.
    func andOthers(_ count: Int) -> String { count > 0 ? "\(self) and \(count) more" : self }
}

extension Array {
    /// The first element of each text, in order, with the number of the other elements that have the same text. People
    /// need one line for all of them.
    func grouped(by text: KeyPath<Element, String>) -> [(first: Element, others: Int)] {
        var groups: [(first: Element, others: Int)] = []
        for element in self {
            let position = groups.firstIndex { $0.first[keyPath: text] == element[keyPath: text] }
            if let position {
                groups[position].others += 1
            } else {
                groups.append((element, 0))
            }
        }
        return groups
    }
}

extension PathAmbiguity {
    /// The ambiguity as a JSON object.
    var json: String {
        "{\"code\":\"\(reading.rawValue)\",\"from\":\(place.lowerBound),\"to\":\(place.upperBound),"
            + "\"path\":\(JSONText.string(path))}"
    }
}
