package import PolicyModel
package import URLMatching

/// The apps that a policy document declares, in the form that decisions look up.
package struct AppTable: Sendable {
    /// The data that decisions need about an app.
    package struct App: Sendable {
        /// The organization and policy; nil for an unmanaged app.
        package let managed: ManagedIdentity?
        package let isMDMManaged: Bool
    }

    /// A universal link that an app handles.
    package struct HandledLink: Sendable {
        package let pattern: LinkPattern
        /// The position of the app.
        package let app: UInt32
    }

    /// An app that is the managed browser.
    package struct ManagedBrowser: Sendable {
        /// The position of the app.
        package let app: UInt32
        /// The schemes of the managed browser that it declares.
        private let schemes: [[UInt8]]

        fileprivate init?(_ declaration: AppDeclaration, at position: UInt32) {
            app = position
            let browser = RequiredBrowser.managed
            schemes = declaration.schemes.map { Array($0.lowercased().utf8) }
                .filter { [browser.httpScheme, browser.httpsScheme].contains($0) }
            guard declaration.id == .managedBrowser || !schemes.isEmpty else { return nil }
        }

        /// Whether it opens the browser's scheme for `https`, or for `http`. A browser that declares neither opens both.
        package func opens(isSecure: Bool) -> Bool {
            schemes.isEmpty || schemes.contains(RequiredBrowser.managed.scheme(isSecure: isSecure))
        }
    }

    package let apps: [App]
    /// The apps that handle each scheme.
    package let handlers: SchemeHandlers
    /// The universal links of all apps.
    package let links: [HandledLink]
    /// The apps that are the managed browser; empty if none of the declared apps is.
    package let managedBrowsers: [ManagedBrowser]
    private let positions: [AppID: UInt32]

    /// - Parameters:
    ///   - declarations: The apps.
    ///   - policyPositions: The positions of the policies, by name.
    ///   - organizations: The organizations of the managed accounts; those of the apps are added.
    init(_ declarations: [AppDeclaration], policyPositions: [String: UInt32], _ organizations: inout Organizations) {
        // A managed app that names no organization can only belong to one that all managed accounts share.
        let only = organizations.only
        var apps: [App] = []
        for declaration in declarations {
            let policy = declaration.policy.flatMap { policyPositions[$0] }
            var managed: ManagedIdentity?
            if declaration.isManaged {
                let unnamed = declaration.organization == nil ? only : nil
                managed = ManagedIdentity(
                    organization: unnamed ?? organizations.number(of: declaration.organization),
                    policy: policy ?? ManagedIdentity.none
                )
            }
            apps.append(App(managed: managed, isMDMManaged: declaration.isMDMManaged))
        }
        self.apps = apps
        handlers = SchemeHandlers(declarations.map(\.schemes))
        links = declarations.enumerated().flatMap { position, declaration in
            OpeningSettings.patterns(declaration.universalLinks).map { HandledLink(pattern: $0, app: UInt32(position)) }
        }
        managedBrowsers = declarations.enumerated().compactMap { ManagedBrowser($1, at: UInt32($0)) }
        positions = Dictionary(
            declarations.enumerated().map { ($1.id, UInt32($0)) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The position of an app in ``apps`` and in the document.
    ///
    /// - Complexity: O(1); allocates nothing.
    package func position(of app: AppID) -> UInt32? { positions[app] }

    /// The data about an app; nil if it isn't declared.
    ///
    /// - Complexity: O(1); allocates nothing.
    package subscript(app: AppID) -> App? { positions[app].map { apps[Int($0)] } }

    /// Whether the app at a position is managed for the organization of an identity.
    ///
    /// - Complexity: O(1); allocates nothing.
    package func isManaged(_ app: UInt32, for identity: ManagedIdentity) -> Bool {
        apps[Int(app)].managed?.isSameOrganization(as: identity) ?? false
    }
}

/// Assigns numbers to organizations, so that decisions compare words rather than texts.
struct Organizations {
    private var numbers: [String: UInt32] = [:]
    private var next: UInt32 = 0

    /// The only organization; nil if there are several or none.
    var only: UInt32? { next == 1 ? 0 : nil }

    /// The number of an organization; one without a name is always a new organization.
    mutating func number(of name: String?) -> UInt32 {
        if let name, let known = numbers[name] { return known }
        defer { next += 1 }
        if let name { numbers[name] = next }
        return next
    }
}
