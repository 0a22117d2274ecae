import Rendering

/// What the service's page asks for, as it comes through the WebSocket.
///
/// A page that was taken over can ask for all of it and for nothing else: every request is for its own session, and is
/// decided like the person's own.
struct PageMessage: Decodable {
    enum Kind: String, Decodable {
        /// The first message: which session.
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
