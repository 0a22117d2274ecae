/// The places in answers, such as `policy.yaml:10:9`.
///
/// A place names the file as the server opened it. Clients learn the file and the line that decided, but not where the
/// server keeps it.
enum AnswerPlaces {
    /// The members that lead to a place: in one answer, and in a batch of answers. Nil is an element of a list. A
    /// client's own `ref`, which is returned unchanged, may have members of the same name.
    private static let places: Set<[String?]> = [["reasons", nil, "at"], ["answers", nil, "reasons", nil, "at"]]

    /// Removes the folders from the places in an answer.
    ///
    /// - Parameter json: An answer, or a batch of answers, as `QuestionAnswerer` writes it.
    /// - Returns: The same JSON, in which each place has only the name of its file.
    /// - Complexity: O(*n*) in the bytes.
    static func withoutFolders(_ json: String) -> String {
        let bytes = Array(json.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        // The members that contain the present position.
        var path: [String?] = []
        var isName = false
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "{"):
                path.append("")
                isName = true
            case UInt8(ascii: "["): path.append(nil)
            case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = path.popLast()
            case UInt8(ascii: ","): if let container = path.last { isName = container != nil }
            case UInt8(ascii: ":"): isName = false
            case UInt8(ascii: "\""):
                let text = string(in: bytes, from: index + 1)
                if isName {
                    _ = path.popLast()
                    path.append(String(decoding: text, as: UTF8.self))
                }
                result.append(bytes[index])
                result += !isName && places.contains(path) ? name(in: text) : text
                // The closing quotation mark follows.
                index = text.endIndex
            default: break
            }
            if index < bytes.count { result.append(bytes[index]) }
            index += 1
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The text of a string, with its escapes, up to the closing quotation mark.
    private static func string(in bytes: [UInt8], from start: Int) -> ArraySlice<UInt8> {
        var end = start
        while end < bytes.count, bytes[end] != UInt8(ascii: "\"") { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
        return bytes[start..<min(end, bytes.count)]
    }

    /// A place without the folders before its last slash, which no escape contains.
    private static func name(in place: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        place.lastIndex(of: UInt8(ascii: "/")).map { place[($0 + 1)...] } ?? place
    }
}
