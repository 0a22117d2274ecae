// Commands for targets, requests and the browser itself, with the protocol fields that are used.

/// `Target.setAutoAttach`; it must be sent to every target separately, so that the targets that it opens are attached
/// too.
package struct SetAutoAttach: DevToolsCommand {
    package static let method = "Target.setAutoAttach"
    package var autoAttach = true
    package var waitForDebuggerOnStart = true
    package var flatten = true

    package init() {}
}

/// `Target.createTarget`
package struct CreateTarget: DevToolsCommand {
    package struct Answer: Decodable, Sendable { package var targetId: String }
    package static let method = "Target.createTarget"
    package var url: String

    package init(url: String) { self.url = url }
}

/// `Target.closeTarget`
package struct CloseTarget: DevToolsCommand {
    package static let method = "Target.closeTarget"
    package var targetId: String

    package init(targetId: String) { self.targetId = targetId }
}

/// `Runtime.runIfWaitingForDebugger`: releases a target.
package struct ReleaseTarget: DevToolsCommand {
    package static let method = "Runtime.runIfWaitingForDebugger"

    package init() {}
}

/// `Fetch.enable` for every request.
package struct PauseRequests: DevToolsCommand {
    package struct Pattern: Encodable, Sendable { package var urlPattern = "*" }
    package static let method = "Fetch.enable"
    package var patterns = [Pattern()]

    package init() {}
}

/// `Fetch.continueRequest`
package struct ContinueRequest: DevToolsCommand {
    package static let method = "Fetch.continueRequest"
    package var requestId: String

    package init(requestId: String) { self.requestId = requestId }
}

/// `Fetch.failRequest`
package struct FailRequest: DevToolsCommand {
    /// Why a request fails, as reported to the page.
    package enum Reason: String, Encodable, Sendable {
        /// The navigation does not happen, and the current page stays.
        case aborted = "Aborted"
        /// As if an extension had blocked it: a frame shows an error, and a resource fails.
        case blocked = "BlockedByClient"
    }
    package static let method = "Fetch.failRequest"
    package var requestId: String
    package var errorReason: Reason

    package init(requestId: String, errorReason: Reason) {
        self.requestId = requestId
        self.errorReason = errorReason
    }
}

/// `Network.enable`, a prerequisite of ``BypassServiceWorker``.
package struct EnableNetwork: DevToolsCommand {
    package static let method = "Network.enable"
    // The data that a page has received is not buffered.
    package var maxTotalBufferSize = 0
    package var maxResourceBufferSize = 0

    package init() {}
}

/// `Network.setBypassServiceWorker`: otherwise, a navigation that a service worker answers is not paused.
package struct BypassServiceWorker: DevToolsCommand {
    package static let method = "Network.setBypassServiceWorker"
    package var bypass = true

    package init() {}
}

/// `Browser.setDownloadBehavior`: downloads are stored in a folder under their ids, and reported.
package struct KeepDownloads: DevToolsCommand {
    package static let method = "Browser.setDownloadBehavior"
    package var behavior = "allowAndName"
    package var downloadPath: String
    package var eventsEnabled = true

    package init(in folder: String) { downloadPath = folder }
}

/// `Browser.cancelDownload`
package struct CancelDownload: DevToolsCommand {
    package static let method = "Browser.cancelDownload"
    package var guid: String

    package init(guid: String) { self.guid = guid }
}

/// `Browser.getVersion`
package struct GetVersion: DevToolsCommand {
    package struct Answer: Decodable, Sendable { package var product: String }
    package static let method = "Browser.getVersion"

    package init() {}
}
