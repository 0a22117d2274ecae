import Foundation

/// An event of one of a browser's targets, or of the browser itself.
package struct DevToolsEvent: Sendable {
    /// The target's session; nil for the browser itself.
    package var session: DevToolsSessionID?
    package var content: Content

    /// The events that are used; all others are dropped when they are read.
    package enum Content: Sendable {
        case attachedToTarget(TargetAttached)
        case detachedFromTarget(TargetDetached)
        case requestPaused(RequestPaused)
        case webSocketCreated(WebSocketCreated)
        case frameNavigated(FrameNavigated)
        case navigatedWithinDocument(NavigatedWithinDocument)
        case screencastFrame(ScreencastFrame)
        case fileChooserOpened(FileChooserOpened)
        case dialogOpening(DialogOpening)
        case downloadWillBegin(DownloadWillBegin)
        case downloadProgress(DownloadProgress)
        case targetCrashed
        /// A worker that had stopped restarts, and waits to be released again.
        case targetReloaded
    }

    /// Parses an event; nil if it is not used, or if it lacks required fields of the protocol.
    init?(_ method: String, session: DevToolsSessionID?, _ message: Data) {
        guard let content = Content(method, message) else { return nil }
        self.session = session
        self.content = content
    }
}

extension DevToolsEvent.Content {
    fileprivate init?(_ method: String, _ message: Data) {
        /// Decodes the event's fields.
        func fields<Fields: Decodable>(_ make: (Fields) -> Self) -> Self? {
            (try? JSONDecoder().decode(EventEnvelope<Fields>.self, from: message)).map { make($0.params) }
        }
        let content: Self? =
            switch method {
            case "Target.attachedToTarget": fields(Self.attachedToTarget)
            case "Target.detachedFromTarget": fields(Self.detachedFromTarget)
            case "Fetch.requestPaused": fields(Self.requestPaused)
            case "Network.webSocketCreated": fields(Self.webSocketCreated)
            case "Page.frameNavigated": fields(Self.frameNavigated)
            case "Page.navigatedWithinDocument": fields(Self.navigatedWithinDocument)
            case "Page.screencastFrame": fields(Self.screencastFrame)
            case "Page.fileChooserOpened": fields(Self.fileChooserOpened)
            case "Page.javascriptDialogOpening": fields(Self.dialogOpening)
            case "Browser.downloadWillBegin": fields(Self.downloadWillBegin)
            case "Browser.downloadProgress": fields(Self.downloadProgress)
            case "Inspector.targetCrashed": .targetCrashed
            case "Inspector.targetReloadedAfterCrash": .targetReloaded
            default: nil
            }
        guard let content else { return nil }
        self = content
    }
}

/// An event in the form in which it is received.
private struct EventEnvelope<Fields: Decodable>: Decodable {
    var params: Fields
}

// MARK: Contents of events

/// A target, such as a page, a frame in a separate process, or a worker.
package struct TargetInfo: Decodable, Sendable {
    package var targetId: String
    package var type: String
    package var url: String
    package var openerId: String?
}

package struct TargetAttached: Decodable, Sendable {
    package var sessionId: DevToolsSessionID
    package var targetInfo: TargetInfo
    package var waitingForDebugger: Bool
}

package struct TargetDetached: Decodable, Sendable { package var sessionId: DevToolsSessionID }

/// A request that waits for a decision.
package struct RequestPaused: Decodable, Sendable {
    package struct Request: Decodable, Sendable {
        package var url: String
        package var urlFragment: String?
        package var method: String
        package var hasPostData: Bool?
    }
    package var requestId: String
    package var request: Request
    package var frameId: String
    package var resourceType: String
    /// For a document, the id of the load, which equals ``FrameNavigated/Frame/loaderId`` when it is committed.
    package var networkId: String?
}

/// A WebSocket is about to be opened; it cannot be paused.
package struct WebSocketCreated: Decodable, Sendable { package var url: String }

/// A document was committed in a frame.
package struct FrameNavigated: Decodable, Sendable {
    package struct Frame: Decodable, Sendable {
        package var id: String
        package var parentId: String?
        package var loaderId: String
        package var url: String
        package var urlFragment: String?
        /// The URL that could not be reached, if an error page is shown.
        package var unreachableUrl: String?
    }
    package var frame: Frame
}

package struct NavigatedWithinDocument: Decodable, Sendable {
    package var frameId: String
    package var url: String
}

/// An image of a page.
package struct ScreencastFrame: Decodable, Sendable {
    /// A JPEG in base64.
    package var data: String
    /// The number to acknowledge.
    package var sessionId: Int
}

package struct FileChooserOpened: Decodable, Sendable {
    package var frameId: String
    package var mode: String
    package var backendNodeId: Int?
}

package struct DialogOpening: Decodable, Sendable {
    package var message: String
    package var type: String
}

package struct DownloadWillBegin: Decodable, Sendable {
    package var frameId: String
    package var guid: String
    package var url: String
    package var suggestedFilename: String
}

package struct DownloadProgress: Decodable, Sendable {
    package var guid: String
    package var state: String
}
