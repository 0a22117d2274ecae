import ByteText
import RequestReading
import URLStandard

/// The reading of a URL's query by servers, if it yields another query than a browser's reading.
///
/// Like a ``PathAmbiguity``, it is not in the bytes: a browser leaves escapes in a query as they are, and servers decode
/// them.
struct QueryAmbiguity {
    /// How the query is read.
    let reading: QueryReading
    /// The range of the query in the input, with its `?`.
    let place: Range<Int>
    /// The query in this reading, without `?`.
    let query: String

    /// Reads the query of a web URL as a server, and as a request for the URL would be decided. Nil for other schemes,
    /// and if servers read the query as browsers do.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - input: The input that it was parsed from.
    init?(of url: borrowing URLRecord, in input: Span<UInt8>) {
        guard url.isOfRequests, QueryReading.mayDiffer(url.query), let place = url.placeOfQuery(in: input) else {
            return nil
        }
        var bytes: [UInt8] = []
        QueryReading.decoded.append(of: url.query, to: &bytes)
        (reading, self.place, query) = (.decoded, place, String(decoding: bytes, as: UTF8.self))
    }

    /// The ambiguity as a JSON object.
    var json: String {
        "{\"code\":\"\(reading.rawValue)\",\"from\":\(place.lowerBound),\"to\":\(place.upperBound),"
            + "\"query\":\(JSONText.string(query))}"
    }
}
