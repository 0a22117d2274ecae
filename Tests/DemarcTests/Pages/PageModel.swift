/// A model of pages: a second reading of the chapter on pages, in plain words and without code shared with the engine.
/// It receives the same events as the engine, and answers who owns which content.
struct PageModel {
    /// An account of one of the documents.
    struct Person: Equatable {
        var isManaged: Bool
        var organization: String
    }

    /// The acting account, or the owner of something.
    enum Owner: Equatable {
        case unmanaged
        case account(String)
        /// Several accounts at once, one of them managed.
        case several
        /// Unknown, for this reason.
        case unknown(String)
    }

    /// What a page was loaded as.
    enum Page: Equatable {
        /// No navigation was reported.
        case unreported
        /// No navigation was reported, so it is the page of the view that opened this view.
        case ofOpener(Int)
        /// Unmanaged, for this reason.
        case unmanaged(String)
        case account(String)
        case several
    }

    struct View {
        var tag = "unset"
        /// The view's container, or nil for a root.
        var container: Int?
        /// The window of a root.
        var window: String?
        var page = Page.unreported
        /// The view that the page was loaded in, if it is that of a view that opened this one.
        var loader: Int?
        var isLoadedWithoutUploads = false
        /// The last navigation that was reported, by the order of the decisions.
        var lastReported = -1
    }

    /// The accounts of the document in force.
    var people: [String: Person]
    var treatsAllAsUnmanaged = false
    /// The accounts that have signed out, regardless of the document in force.
    var signedOut: Set<String> = []
    /// The values of the levels: the process, the host, windows. A level that is unset is missing.
    var levels: [String: [String]] = [:]
    /// Views by number; a removed view is missing.
    var views: [Int: View] = [:]
    /// The tags and windows of containers.
    var containers: [(tag: String, window: String?)] = []

    // MARK: The acting account

    func isSignedIn(_ name: String) -> Bool { people[name] != nil && !signedOut.contains(name) }

    private func owner(_ name: String) -> Owner {
        if name.isEmpty { return .unmanaged }
        guard isSignedIn(name), let person = people[name] else { return .unknown("identity.unknown") }
        return person.isManaged ? .account(name) : .unmanaged
    }

    func window(of view: View) -> String? { view.container.map { containers[$0].window } ?? view.window }

    private func acting(in window: String?) -> Owner {
        let names = window.flatMap { levels[$0] } ?? levels["host"] ?? levels["process"] ?? []
        let owners = names.map { owner($0) }
        if owners.count < 2 { return owners.first ?? .unmanaged }
        if owners.contains(.unknown("identity.unknown")) { return .unknown("identity.unknown") }
        return owners.allSatisfy { $0 == .unmanaged } ? .unmanaged : .several
    }

    func acting(in view: View) -> Owner { acting(in: window(of: view)) }

    // MARK: Tags

    func tag(of view: View) -> String {
        view.tag != "unset" ? view.tag : view.container.map { containers[$0].tag } ?? "unset"
    }

    private func isUnmanagedByTag(_ view: View) -> Bool {
        tag(of: view) == "unmanaged" || tag(of: view) == "unset" && treatsAllAsUnmanaged
    }

    /// The owner that the table of tags gives a view.
    private func byTable(_ view: View) -> Owner {
        let acting = acting(in: view)
        if case .unknown = acting { return acting }
        return isUnmanagedByTag(view) ? .unmanaged : acting
    }

    // MARK: Navigations

    /// The page that a navigation would load now, or nil if it does not replace the current page.
    func decides(_ view: View, isExternal: Bool) -> (page: Page, isWithoutUploads: Bool)? {
        let isWithoutUploads = tag(of: view) == "currentIdentityBlockUpload"
        switch acting(in: view) {
        case .unknown: return nil  // Blocked.
        case .unmanaged: return (.unmanaged("page.unmanagedIdentity"), isWithoutUploads)
        case .several where isExternal: return nil  // Lock-down requires a browser.
        case _ where isExternal: return (.unmanaged("page.external"), isWithoutUploads)
        case _ where isUnmanagedByTag(view): return (.unmanaged("page.unmanagedView"), isWithoutUploads)
        case .several: return (.several, isWithoutUploads)
        case .account(let name): return (.account(name), isWithoutUploads)
        }
    }

    /// What a view shows of a page that another view decided to load.
    func shows(_ view: View, _ loads: (page: Page, isWithoutUploads: Bool)) -> (page: Page, isWithoutUploads: Bool) {
        switch loads.page {
        case .account, .several:
            if isUnmanagedByTag(view) { return (.unmanaged("page.unmanagedView"), false) }
        case .unreported, .ofOpener, .unmanaged: break
        }
        return (loads.page, loads.isWithoutUploads || tag(of: view) == "currentIdentityBlockUpload")
    }

    // MARK: Pages

    /// The owner of content that comes from a view.
    func source(_ view: View) -> Owner {
        switch view.page {
        case .unreported: return byTable(view)
        case .ofOpener(let number): return views[number].map { byTable($0) } ?? .unknown("view.unknown")
        case .unmanaged: return .unmanaged
        case .several: return .several
        case .account(let name):
            return owner(name) == .account(name) ? .account(name) : .unknown("page.ownerUnknown")
        }
    }

    /// The owner of content that goes into a view.
    func destination(_ view: View) -> Owner {
        let source = source(view)
        switch (source, byTable(view)) {
        case (.unknown, _), (.unmanaged, _): return source
        case (_, .unmanaged): return .unmanaged
        case (_, .unknown(let why)): return .unknown(why)
        default: return source
        }
    }

    /// Whether nothing may be pasted into any frame of a view's page.
    func takesNothing(_ view: View) -> Bool {
        if tag(of: view) == "currentIdentityBlockUpload" || view.isLoadedWithoutUploads { return true }
        guard let loader = view.loader.flatMap({ views[$0] }) else { return false }
        return tag(of: loader) == "currentIdentityBlockUpload"
    }

    // MARK: The clipboard, with `managedApps` in every policy

    /// Whether a text may move from one owner to another.
    func goes(from owner: Owner, into destination: Owner) -> Bool {
        switch (owner, destination) {
        case (.unmanaged, .unmanaged): true
        case (.account(let from), .account(let into)):
            from == into || people[from]?.organization == people[into]?.organization
        default: false
        }
    }
}
