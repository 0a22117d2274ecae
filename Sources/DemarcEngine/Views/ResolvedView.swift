import PolicyModel

/// What decisions need to know of a view, with everything it inherits already in place.
///
/// PERF: positions are plain words with a mark for none, not optionals: a decision copies a view and reads it at once,
/// and what is not read as it was written makes the processor wait.
struct ResolvedView: Sendable {
    /// Stands for a position that there is none of.
    static var none: UInt32 { .max }

    /// Tells the view from those that had its slot before; 0 marks a slot that is free.
    var generation: UInt32 = 0
    /// The position in the policy document of the view that declares ``policy``; ``none`` where the host set it.
    var policyDeclaration = ResolvedView.none
    /// The position of the rule set's name among those the engine knows.
    var ruleSetName = ResolvedView.none
    /// The position of the view's delegate.
    var delegate = ResolvedView.none
    /// The position of the document that the view shows.
    var document = ResolvedView.none
    /// The position of the view's window among those the engine knows.
    var window = ResolvedView.none
    var isWebView = false
    /// The web-view policy of the nearest node that has one.
    var policy = WebViewPolicy.unset
    /// What the page shown was loaded as.
    var page = LoadedPage()
}
