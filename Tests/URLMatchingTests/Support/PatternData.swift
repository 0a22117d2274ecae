import Foundation
import Testing
import URLMatching

/// The pattern data of the web-platform-tests: `wpt/NAME` below the conformance folder.
enum PatternData {
    static let howToGet: Comment = "set DEMARC_SHARED to the folder with `conformance/wpt`"

    static func has(_ name: String) -> Bool { SharedData.bytes("conformance/wpt/\(name)") != nil }

    /// The entries of a file; lone surrogates are U+FFFD, as a browser converts them.
    static func entries(_ name: String) throws -> [[String: Any]] {
        let bytes = try #require(SharedData.bytes("conformance/wpt/\(name)"))
        let object = try JSONSerialization.jsonObject(with: Data(replacingLoneSurrogates(in: bytes)))
        return try #require(object as? [Any]).compactMap { $0 as? [String: Any] }
    }

    /// The components that an object of the data gives.
    static func components(_ object: [String: Any]) -> URLPatternInit {
        var components = URLPatternInit(baseURL: object["baseURL"] as? String)
        for component in URLPatternComponent.allCases { components[component] = object[component.rawValue] as? String }
        return components
    }

    /// Calls the constructor with the arguments of an entry. Those that have no counterpart, because the types do not permit
    /// them here, throw as they do in a browser.
    static func pattern(_ arguments: [Any]) throws -> URLPattern {
        var arguments = arguments[...]
        let first = arguments.popFirst() ?? [String: Any]()
        let base = arguments.first as? String
        if base != nil { arguments.removeFirst() }
        let options = arguments.popFirst() as? [String: Any]
        let ignoreCase = options?["ignoreCase"] as? Bool ?? false
        guard arguments.isEmpty else { throw NoCounterpart() }
        if let text = first as? String { return try URLPattern(text, baseURL: base, ignoreCase: ignoreCase) }
        guard base == nil, let object = first as? [String: Any] else { throw NoCounterpart() }
        return try URLPattern(components(object), ignoreCase: ignoreCase)
    }

    struct NoCounterpart: Error {}

    private static func replacingLoneSurrogates(in bytes: [UInt8]) -> [UInt8] {
        func unit(at offset: Int) -> UInt16? {
            guard offset + 6 <= bytes.count, bytes[offset] == UInt8(ascii: "\\"), bytes[offset + 1] == UInt8(ascii: "u")
            else { return nil }
            return UInt16(String(decoding: bytes[offset + 2..<offset + 6], as: UTF8.self), radix: 16)
        }
        var output: [UInt8] = []
        var offset = 0
        while offset < bytes.count {
            guard bytes[offset] == UInt8(ascii: "\\"), offset + 1 < bytes.count else {
                output.append(bytes[offset])
                offset += 1
                continue
            }
            guard let high = unit(at: offset), (0xD800...0xDFFF).contains(high) else {
                output += bytes[offset..<offset + 2]
                offset += 2
                continue
            }
            let isPair = high < 0xDC00 && (unit(at: offset + 6).map { (0xDC00...0xDFFF).contains($0) } ?? false)
            output += isPair ? Array(bytes[offset..<offset + 12]) : Array("\\uFFFD".utf8)
            offset += isPair ? 12 : 6
        }
        return output
    }
}
