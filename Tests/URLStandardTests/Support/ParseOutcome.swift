import URLStandard

/// The result of parsing an input; unlike a record, it can be compared and printed by an expectation.
enum ParseOutcome: Equatable {
    case url(String)
    case refused(URLParsingError)

    init(_ input: [UInt8], byteLimit: Int = URLRecord.defaultByteLimit) {
        var url = URLRecord()
        do throws(URLParsingError) {
            try url.parse(input.span, byteLimit: byteLimit)
            self = .url(url.hrefString)
        } catch {
            self = .refused(error)
        }
    }

    init(_ input: String, byteLimit: Int = URLRecord.defaultByteLimit) {
        self.init(Array(input.utf8), byteLimit: byteLimit)
    }

    /// The serialized URL, or nil.
    var href: String? {
        if case .url(let href) = self { href } else { nil }
    }
}
