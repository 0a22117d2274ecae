import PolicyModel

/// What an answer allows, in a form in which two answers can be compared.
///
/// Copying to apps of the organization only reaches less than a plain copy. A managed page reaches more than a page in
/// the managed browser, and is incomparable with an unmanaged page.
struct AnswerReach: OptionSet {
    let rawValue: UInt8

    /// The content reaches its target, in any form.
    static let passes = AnswerReach(rawValue: 1)
    /// At the target, the content is outside the organization's control, or it comes in without falling under that
    /// control.
    static let isFree = AnswerReach(rawValue: 2)
    /// Content at the target counts as the organization's.
    static let isManaged = AnswerReach(rawValue: 4)
    /// The content is kept for another account.
    static let isAnothers = AnswerReach(rawValue: 8)

    /// Creates the reach of an answer.
    init(_ answer: FlowOutcome) {
        switch answer.verdict {
        case nil, .block?: self = []
        case .plain?: self = [.passes, .isFree]
        case .protected?, .allowEncrypted?, .allowAsOrganizationData?: self = .passes
        case .switchAccount?: self = [.passes, .isAnothers]
        case .allow?, .route?:
            guard answer.value != .blockOrganizationalData else {
                self = .passes
                return
            }
            switch answer.destination {
            case .installBrowser where answer.hasUnmanagedViewer: self = [.passes, .isFree]
            case .managedBrowser, .managedApp, .installBrowser: self = .passes
            case .view where answer.page == .managed: self = [.passes, .isManaged]
            case .view, .unmanagedBrowser, .unmanagedApp, .system, nil: self = [.passes, .isFree]
            }
        }
    }

    init(rawValue: UInt8) { self.rawValue = rawValue }
}
