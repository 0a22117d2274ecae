public import PolicyModel

/// What the host knows of the device, beyond any document.
extension PolicyEngine {
    /// Says whether the managed browser is installed, where the host knows.
    ///
    /// A link that would go to a missing managed browser is routed to the offer to install it. By default the browser
    /// counts as installed.
    public func setManagedBrowserInstalled(_ isInstalled: Bool) {
        store.mutate { $0.lacksManagedBrowser = !isInstalled }
    }

    /// Says which of the apps that the policy document declares are installed.
    ///
    /// - Parameter apps: The apps; nil, as from the start, for all of them. Where the document declares none, every app
    ///   counts as installed whatever is said here.
    public func setInstalledApps(_ apps: Set<AppID>?) { store.mutate { $0.installedApps = apps } }

    /// Says whether device management has the device; from the start it has not.
    public func setDeviceEnrolled(_ isEnrolled: Bool) { store.mutate { $0.isDeviceEnrolled = isEnrolled } }

    /// Says which app this is.
    ///
    /// - Parameter app: The bundle id; nil, as from the start, takes it from the document's `app`.
    public func setHostApp(_ app: AppID?) { store.mutate { $0.hostApp = app } }
}
