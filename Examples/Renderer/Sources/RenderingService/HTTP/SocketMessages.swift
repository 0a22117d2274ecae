import Demarc
import Foundation
import NIOCore
import NIOWebSocket
import Rendering

/// A request of the service's page through the WebSocket.
///
/// A compromised page can make these requests and no others: each is for its own session, and is decided like the
/// person's own.
struct PageMessage: Decodable {
    enum Kind: String, Decodable {
        /// The first message: the session.
        case begin
        case openView, go, reload, back, forward, activate, closeTab
        case pointer, key
        case copy, paste, pasteText
        case print, capture
        case signIn, signOut, switchIdentity
        case endSession
    }
    var type: Kind
    var token: String?
    var tab: Int?
    var text: String?
    var account: String?
    var pointer: PointerInput?
    var key: KeyInput?
}

extension Session {
    /// Carries out a request of the page.
    func handle(_ message: PageMessage) async {
        switch message.type {
        case .begin, .endSession: break
        case .openView: if let name = message.text { await openView(named: name) }
        case .go: if let tab = message.tab, let text = message.text { await go(to: text, in: tab) }
        case .reload: if let tab = message.tab { await reload(tab) }
        case .back: if let tab = message.tab { await traverse(tab, by: -1) }
        case .forward: if let tab = message.tab { await traverse(tab, by: 1) }
        case .activate: if let tab = message.tab { activate(tab) }
        case .closeTab: if let tab = message.tab { closeTab(tab) }
        case .pointer: if let input = message.pointer { pointer(input) }
        case .key: if let input = message.key { key(input) }
        case .copy: await copy()
        case .paste: await paste()
        case .pasteText: if let text = message.text { await paste(fromOutside: text) }
        case .print: await printPage()
        case .capture: await capturePage()
        case .signIn: if let account = message.account { signIn(AccountID(account)) }
        case .signOut: if let account = message.account { await signOut(AccountID(account)) }
        case .switchIdentity: if let account = message.account { switchIdentity(to: AccountID(account)) }
        }
    }
}

extension SessionUpdate {
    /// The update in the form for the WebSocket: images as they are, everything else as JSON.
    func frame(_ allocator: ByteBufferAllocator) -> WebSocketFrame? {
        switch self {
        case .picture(let bytes): WebSocketFrame(fin: true, opcode: .binary, data: allocator.buffer(bytes: bytes))
        case .state(let state): Self.text(Message(type: "state", value: state), allocator)
        case .note(let note): Self.text(Message(type: "note", value: note), allocator)
        case .noPicture: Self.text(Message(type: "noPicture", value: true), allocator)
        case .text(let text): Self.text(Message(type: "text", value: text), allocator)
        case .chooseFiles(let request): Self.text(Message(type: "chooseFiles", value: request), allocator)
        case .file(let file): Self.text(Message(type: "file", value: file), allocator)
        }
    }

    private struct Message<Value: Encodable>: Encodable {
        var type: String
        var value: Value
    }

    private static func text(_ message: Message<some Encodable>, _ allocator: ByteBufferAllocator) -> WebSocketFrame? {
        guard let json = try? JSONEncoder().encode(message) else { return nil }
        return WebSocketFrame(fin: true, opcode: .text, data: allocator.buffer(bytes: Array(json)))
    }
}
