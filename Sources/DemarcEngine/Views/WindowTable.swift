/// The windows that a host has named and not closed, by position. The place of a closed window is used again: nothing
/// that was in it is left by then.
struct WindowTable: Sendable {
    /// The windows; nil at a position that is free.
    private(set) var names: [WindowID?] = []
    private var positions: [WindowID: UInt32] = [:]

    /// The position of a window; nil for one that is not open.
    subscript(window: WindowID) -> UInt32? { positions[window] }

    /// The position that stands for a window until it is closed.
    mutating func open(_ window: WindowID) -> UInt32 {
        if let known = positions[window] { return known }
        let free = names.firstIndex { $0 == nil } ?? names.count
        if free == names.count { names.append(nil) }
        names[free] = window
        positions[window] = UInt32(free)
        return UInt32(free)
    }

    /// Frees the position of a window.
    mutating func close(_ window: WindowID) {
        guard let position = positions.removeValue(forKey: window) else { return }
        names[Int(position)] = nil
        while names.last == .some(nil) { names.removeLast() }
    }
}
