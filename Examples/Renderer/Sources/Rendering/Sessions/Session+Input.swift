import DevTools

/// A pointer movement, press or wheel turn, in pixels of the page.
package struct PointerInput: Decodable, Sendable {
    package enum Kind: String, Decodable, Sendable {
        case mousePressed, mouseReleased, mouseMoved, mouseWheel
    }
    package enum Button: String, Decodable, Sendable {
        case none, left, middle, right
    }
    package var kind: Kind
    package var x: Double
    package var y: Double
    package var button: Button?
    package var clickCount: Int?
    package var modifiers: Int?
    package var deltaX: Double?
    package var deltaY: Double?
}

/// A key.
package struct KeyInput: Decodable, Sendable {
    package enum Kind: String, Decodable, Sendable {
        case keyDown, keyUp
    }
    package var kind: Kind
    package var key: String
    package var code: String
    package var keyCode: Int?
    package var modifiers: Int?
}

/// Input goes to the page in front, and only if it is shown.
extension Session {
    private var inputTarget: (DevToolsConnection, DevToolsSessionID)? {
        guard let tab = activeTab.flatMap(tab), tab.mayShow, let shown = tab.shown,
            let connection = browsers[shown.owner]?.connection
        else { return nil }
        return (connection, shown.session)
    }

    package func pointer(_ input: PointerInput) {
        guard let (connection, session) = inputTarget, input.x.isFinite, input.y.isFinite else { return }
        var event = DispatchMouse(type: input.kind.rawValue, x: input.x, y: input.y)
        event.button = (input.button ?? .none).rawValue
        event.clickCount = input.clickCount
        event.modifiers = input.modifiers
        if input.kind == .mouseWheel {
            event.deltaX = input.deltaX ?? 0
            event.deltaY = input.deltaY ?? 0
        }
        connection.post(event, to: session)
    }

    package func key(_ input: KeyInput) {
        guard let (connection, session) = inputTarget else { return }
        // Copying and pasting inside the browser would bypass the session's clipboard.
        let isShortcut = (input.modifiers ?? 0) & 0b0110 != 0
        if isShortcut, ["c", "v", "x", "insert"].contains(input.key.lowercased()) { return }
        var event = DispatchKey(type: input.kind.rawValue)
        event.key = input.key
        event.code = input.code
        event.windowsVirtualKeyCode = input.keyCode
        event.modifiers = input.modifiers
        if input.kind == .keyDown, !isShortcut {
            event.text = input.key == "Enter" ? "\r" : input.key.count == 1 ? input.key : nil
        }
        connection.post(event, to: session)
    }
}
