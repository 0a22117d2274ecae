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

    /// The readings that differ, for a web URL.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - input: The input that it was parsed from.
    /// - Returns: The readings; none for other schemes, or if the path is not written in the input.
    static func all(of url: borrowing URLRecord, in input: Span<UInt8>) -> [PathAmbiguity] {
        let others = readings(of: url)
        guard !others.isEmpty, let place = url.placeOfPath(in: input) else { return [] }
        return others.map {
            PathAmbiguity(reading: $0.reading, place: place, path: String(decoding: $0.path, as: UTF8.self))
        }
    }

    /// The paths of the readings that differ.
    static func readings(of url: borrowing URLRecord) -> [(reading: PathReading, path: [UInt8])] {
        switch url.specialScheme {
        case .http?, .https?, .ws?, .wss?: break
        case .ftp?, .file?, nil: return []
        }
        guard PathReading.mayDiffer(url.path) else { return [] }
        var scratch: [UInt8] = []
        var others: [(reading: PathReading, path: [UInt8])] = []
        for reading in PathReading.allCases {
            var path: [UInt8] = []
            reading.append(of: url.path, to: &path, scratch: &scratch)
            let isSame = url.path.isEqual(to: path.span)
            if !isSame { others.append((reading, path)) }
        }
        return others
    }
}

extension PathAmbiguity {
    /// The ambiguity as a JSON object.
    var json: String {
        "{\"code\":\"\(reading.rawValue)\",\"from\":\(place.lowerBound),\"to\":\(place.upperBound),"
            + "\"path\":\(JSONText.string(path))}"
    }
}
