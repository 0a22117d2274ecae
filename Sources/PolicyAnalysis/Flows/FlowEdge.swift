import PolicyModel

/// Where data of an organization is while it is still the organization's.
enum FlowNode: Hashable, Comparable {
    /// Data and native interface of an account.
    case account(AccountID)
    /// Another app that is managed for the organization.
    case app(AppID)
    /// A site of the organization, before a view or an app shows it.
    case site
    /// The page of a view that was loaded for an account.
    case view(String, AccountID)

    private var key: String {
        switch self {
        case .account(let id): "0 \(id.canonical)"
        case .app(let id): "1 \(id.bundleID)"
        case .site: "2"
        case .view(let view, let id): "3 \(view) \(id.canonical)"
        }
    }

    static func < (left: Self, right: Self) -> Bool { left.key < right.key }
}

/// One way for data to get from one container to another, with the answers of the engine that allow it.
struct FlowEdge {
    /// Where it leads.
    enum End: Hashable {
        /// Another container of the organization.
        case inside(FlowNode)
        /// A container of somebody else.
        case sink(FlowSink)
        /// A container of the organization from which nothing is followed, such as its managed browser.
        case kept(FlowSink)
    }

    /// Why data may leave here.
    enum Crossing: Hashable {
        /// A setting allows it.
        case setting
        /// A site of the organization is shown as if nobody managed it.
        case mislabelledPage
        /// A foreign site is treated as the organization's.
        case mislabelledSite
        /// The engine says that an app or browser is managed, and the document declares it otherwise.
        case contradiction
        /// Nobody knows what happens there.
        case unknown
    }

    var from: FlowNode
    var end: End
    var crossing = Crossing.setting
    var capacity = FlowCapacity.content
    var effort: FlowEffort
    /// What has to be as it is for the edge to be there. Inside an organization only states of the device are.
    var gates: [FlowGate] = []
    /// The answers, in their order.
    var steps: [FlowStep]
    /// The views in which it is the same; empty where it is about none.
    var views: [String] = []

    var sink: FlowSink? { if case .sink(let sink) = end { sink } else { nil } }
}
