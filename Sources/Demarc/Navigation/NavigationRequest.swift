import PolicyModel

/// What a navigation is about, besides its URL.
struct NavigationRequest: Sendable {
    var view = ViewID(slot: 0, generation: 0)
    var frame = Frame.top
    var answer: ExternalURLAnswer?
}
