import PolicyModel

/// What an answer lets happen, as far as one answer can let more happen than another.
///
/// Copying to apps of the organization alone reaches less than copying as it is; a page that counts as managed reaches more
/// than one in the managed browser, and something else than one that is nobody's.
struct AnswerReach: OptionSet {
    let rawValue: UInt8

    /// Something gets where it was meant to go, in whatever form.
    static let passes = AnswerReach(rawValue: 1)
    /// It is out of the organization's hands there, or comes in without getting into them.
    static let isFree = AnswerReach(rawValue: 2)
    /// What is there counts as the organization's.
    static let isManaged = AnswerReach(rawValue: 4)
    /// It is kept for another account.
    static let isAnothers = AnswerReach(rawValue: 8)

    /// What an answer lets happen.
    init(_ answer: DiffAnswer) {
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
            case .managedBrowser, .managedApp, .installBrowser: self = .passes
            case .view where answer.page == .managed: self = [.passes, .isManaged]
            case .view, .unmanagedBrowser, .unmanagedApp, .system, nil: self = [.passes, .isFree]
            }
        }
    }

    init(rawValue: UInt8) { self.rawValue = rawValue }
}

/// What a host is told, without why.
struct DiffAnswer: Hashable {
    /// The verdict; nil where the policy does not have what is asked about.
    var verdict: Verdict?
    var destination: Destination?
    var page: PageClassification?
    var route: String?
    var value: SettingValue?
    /// What the app configuration has of a key; nil where it has nothing.
    var configuration: ConfigurationAnswer?

    init(_ step: FlowStep?) {
        verdict = step?.verdict
        destination = step?.destination
        page = step?.page
        route = step?.route
        value = step?.value
        if let answer = step?.configuration, answer.verdict != .absent || answer.result?.hasConflict ?? false {
            configuration = answer
        }
    }

    /// The same without the URL that is opened, which is another one for every link, and without what a key has.
    var kind: DiffAnswer {
        var kind = self
        kind.route = nil
        kind.configuration?.result = nil
        return kind
    }
}
