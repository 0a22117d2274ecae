import PolicyModel

/// A place where data of an organization still belongs to the organization.
enum FlowNode: Hashable, Comparable {
    /// The data and the native interface of an account.
    case account(AccountID)
    /// Another app that is managed for the organization.
    case app(AppID)
    /// A site of the organization, before a view or an app shows it.
    case site
    /// The page of a view that was loaded for an account.
    case view(String, AccountID)
    /// The page of a view, or a frame in it, that shows an account a site of the organization which rules call
    /// external.
    case externalPage(String, AccountID)
    /// A place to save to that belongs to no account of the organization, with its owner. Data is no longer the
    /// organization's there, and only claims ask who gets it next.
    case place(SaveLocation, of: AccountID)

    /// The view whose page it is, or nil.
    var view: String? {
        switch self {
        case .view(let view, _), .externalPage(let view, _): view
        case .account, .app, .site, .place: nil
        }
    }

    private var key: String {
        switch self {
        case .account(let id): "0 \(id.canonical)"
        case .app(let id): "1 \(id.bundleID)"
        case .site: "2"
        case .view(let view, let id): "3 \(view) \(id.canonical)"
        case .place(let location, let owner): "4 \(location.rawValue) \(owner.canonical)"
        case .externalPage(let view, let id): "5 \(view) \(id.canonical)"
        }
    }

    static func < (left: Self, right: Self) -> Bool { left.key < right.key }
}

/// One way for data to move from one container to another, with the answers of the engine that allow it.
struct FlowEdge {
    /// Where the edge leads.
    enum End: Hashable {
        /// Another container of the organization.
        case inside(FlowNode)
        /// A container outside the organization.
        case sink(FlowSink)
        /// A container of the organization from which the search does not continue, such as its managed browser.
        case kept(FlowSink)
    }

    /// Why data can leave along this edge.
    enum Crossing: Hashable {
        /// A setting allows it.
        case setting
        /// A site of the organization is shown as if it were unmanaged.
        case mislabelledPage
        /// A foreign site is treated as the organization's.
        case mislabelledSite
        /// The engine treats what opens as managed, but the document declares an app or browser that is not the
        /// organization's and that may open instead.
        case contradiction
        /// It is unknown what happens in that container.
        case unknown
    }

    var from: FlowNode
    var end: End
    var crossing = Crossing.setting
    var capacity = FlowCapacity.content
    var effort: FlowEffort
    /// The conditions under which the edge exists. For edges inside an organization, only states of the device are
    /// recorded.
    var gates: [FlowGate] = []
    /// The answers, in order.
    var steps: [FlowStep]
    /// The views in which the edge is the same; empty if it is not about views.
    var views: [String] = []
    /// The container from which claims follow data that has left the organization; nil if they do not follow it.
    var onward: FlowNode?

    var sink: FlowSink? { if case .sink(let sink) = end { sink } else { nil } }
}
