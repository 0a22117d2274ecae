import ByteText
import CDemarc
import DemarcEngine
import PolicyModel

/// Where content comes from: a place, or the owner that was recorded when the content was copied.
enum ContentSource {
    case place(Place<ViewID>)
    case owner(ClipboardOwner)
}

extension EvaluatorRecord {
    /// Reads a place from the caller.
    func place(_ pointer: UnsafePointer<demarc_place>?) throws(CallFailure) -> Place<ViewID> {
        guard case .place(let place) = unsafe try source(pointer) else {
            throw .invalid("a recorded owner is not a valid place here")
        }
        return place
    }

    /// Reads a place or a recorded owner from the caller.
    func source(_ pointer: UnsafePointer<demarc_place>?) throws(CallFailure) -> ContentSource {
        let place = unsafe try CallerStruct.require(pointer, demarc_place(), "a place")
        let name = unsafe try CallerBytes(unsafe place.name)
        switch Int(unsafe place.kind) {
        case DEMARC_PLACE_VIEW: return .place(.view(unsafe try link.view(place.view)))
        case DEMARC_PLACE_FRAME: return .place(.externalFrame(unsafe try link.view(place.view)))
        case DEMARC_PLACE_NATIVE:
            guard let window = try name.stringIfGiven().map({ WindowID($0) }) else { return .place(.native()) }
            guard evaluator.isOpen(window) else { throw .unknownWindow }
            return .place(.native(window))
        case DEMARC_PLACE_ACCOUNT:
            guard name.isGiven else { throw .invalid("a place names no account") }
            return .place(.account(AccountID(named: try name.string())))
        case DEMARC_PLACE_APP:
            guard name.count > 0 else { throw .invalid("a place names no app") }
            return .place(.app(AppID(try name.string())))
        case DEMARC_PLACE_OWNER:
            guard let owner = ClipboardOwner(recorded: try name.string()) else {
                throw .invalid("a recorded owner was not returned by demarc_owner")
            }
            return .owner(owner)
        default: throw .invalid("there is no such kind of place")
        }
    }
}

/// A recorded owner as a text: whether it is managed, the account, the app and the organization, separated by tabs. A
/// missing part is `-`; any other part is `=` followed by the text, with characters that could be mistaken for a tab
/// percent-encoded.
extension ClipboardOwner {
    /// The owner in a text; nil if the text is not one that ``recorded`` produces.
    init?(recorded text: String) {
        let parts = text.split(separator: "\t", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0] == "managed" || parts[0] == "unmanaged" else { return nil }
        var texts: [String?] = []
        for part in parts.dropFirst() {
            if part == "-" {
                texts.append(nil)
                continue
            }
            // Bytes, because `=` and a combining mark after it are one character.
            guard part.utf8.first == UInt8(ascii: "="), let text = Self.decoded(Array(part.utf8.dropFirst()))
            else { return nil }
            texts.append(text)
        }
        self.init(
            account: texts[0].map { AccountID($0) },
            app: texts[1].map { AppID($0) },
            organization: texts[2],
            isManaged: parts[0] == "managed"
        )
    }

    /// The owner as a text.
    var recorded: String {
        let parts = [account?.canonical, app?.bundleID, organization].map { $0.map { "=" + Self.encoded($0) } ?? "-" }
        return ([isManaged ? "managed" : "unmanaged"] + parts).joined(separator: "\t")
    }

    private static func encoded(_ text: String) -> String {
        var encoded: [UInt8] = []
        for byte in text.utf8 {
            if byte <= 0x20 || byte == UInt8(ascii: "%") || byte == 0x7F {
                Hexadecimal.appendPercentEncoded(byte, to: &encoded)
            } else {
                encoded.append(byte)
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    private static func decoded(_ text: [UInt8]) -> String? {
        var bytes: [UInt8] = []
        var offset = 0
        while offset < text.count {
            guard text[offset] == UInt8(ascii: "%") else {
                bytes.append(text[offset])
                offset += 1
                continue
            }
            guard let byte = Hexadecimal.percentDecodedByte(in: text.span, at: offset) else { return nil }
            bytes.append(byte)
            offset += 3
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
