// The page commands; each has the protocol's fields that are used.

/// `Page.enable`
package struct EnablePage: DevToolsCommand {
    package static let method = "Page.enable"

    package init() {}
}

/// `Page.navigate`
package struct Navigate: DevToolsCommand {
    package struct Answer: Decodable, Sendable { package var errorText: String? }
    package static let method = "Page.navigate"
    package var url: String

    package init(url: String) { self.url = url }
}

/// `Page.reload`
package struct Reload: DevToolsCommand {
    package static let method = "Page.reload"

    package init() {}
}

/// `Page.getNavigationHistory`: answered by the browser process, which also sends the images, so the answer's position
/// among the images reflects the actual order.
package struct GetNavigationHistory: DevToolsCommand {
    package struct Answer: Decodable, Sendable {
        package struct Entry: Decodable, Sendable {
            package var id: Int
            package var url: String
            package var title: String
        }
        package var currentIndex: Int
        package var entries: [Entry]
    }
    package static let method = "Page.getNavigationHistory"

    package init() {}
}

/// `Page.navigateToHistoryEntry`
package struct NavigateToHistoryEntry: DevToolsCommand {
    package static let method = "Page.navigateToHistoryEntry"
    package var entryId: Int

    package init(entryId: Int) { self.entryId = entryId }
}

/// `Page.bringToFront`
package struct BringToFront: DevToolsCommand {
    package static let method = "Page.bringToFront"

    package init() {}
}

/// `Page.startScreencast`
package struct StartScreencast: DevToolsCommand {
    package static let method = "Page.startScreencast"
    package var format = "jpeg"
    package var quality = 70
    package var maxWidth: Int
    package var maxHeight: Int

    package init(maxWidth: Int, maxHeight: Int) {
        self.maxWidth = maxWidth
        self.maxHeight = maxHeight
    }
}

/// `Page.stopScreencast`
package struct StopScreencast: DevToolsCommand {
    package static let method = "Page.stopScreencast"

    package init() {}
}

/// `Page.screencastFrameAck`: requests the next image.
package struct AcknowledgeFrame: DevToolsCommand {
    package static let method = "Page.screencastFrameAck"
    package var sessionId: Int

    package init(sessionId: Int) { self.sessionId = sessionId }
}

/// `Page.setInterceptFileChooserDialog`
package struct InterceptFileChooser: DevToolsCommand {
    package static let method = "Page.setInterceptFileChooserDialog"
    package var enabled = true

    package init() {}
}

/// `Page.handleJavaScriptDialog`
package struct HandleDialog: DevToolsCommand {
    package static let method = "Page.handleJavaScriptDialog"
    package var accept: Bool

    package init(accept: Bool) { self.accept = accept }
}

/// `Page.printToPDF`
package struct PrintToPDF: DevToolsCommand {
    package struct Answer: Decodable, Sendable { package var data: String }
    package static let method = "Page.printToPDF"
    package var printBackground = true

    package init() {}
}

/// `Page.captureScreenshot`
package struct CaptureScreenshot: DevToolsCommand {
    package struct Answer: Decodable, Sendable { package var data: String }
    package static let method = "Page.captureScreenshot"
    package var format = "png"

    package init() {}
}

/// `Emulation.setDeviceMetricsOverride`: the size of the page.
package struct SetSize: DevToolsCommand {
    package static let method = "Emulation.setDeviceMetricsOverride"
    package var width: Int
    package var height: Int
    package var deviceScaleFactor = 1
    package var mobile = false

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

/// `Emulation.setFocusEmulationEnabled`: the page behaves as if it had the focus, although no window does.
package struct EmulateFocus: DevToolsCommand {
    package static let method = "Emulation.setFocusEmulationEnabled"
    package var enabled = true

    package init() {}
}

/// `Runtime.evaluate` of an expression that returns a text.
package struct EvaluateText: DevToolsCommand {
    package struct Answer: Decodable, Sendable {
        package struct Value: Decodable, Sendable { package var value: String? }
        package var result: Value
    }
    package static let method = "Runtime.evaluate"
    package var expression: String
    package var returnByValue = true
    package var contextId: Int?

    package init(expression: String, contextId: Int? = nil) {
        self.expression = expression
        self.contextId = contextId
    }
}

/// Returns the frames of a target that are in its own process; frames in other processes are separate targets.
package struct GetFrameTree: DevToolsCommand {
    package struct Answer: Decodable, Sendable { package var frameTree: Tree }
    package struct Tree: Decodable, Sendable {
        package struct Frame: Decodable, Sendable {
            package var id: String
            package var url: String
        }
        package var frame: Frame
        package var childFrames: [Tree]?
    }
    package static let method = "Page.getFrameTree"

    package init() {}
}

/// `Page.createIsolatedWorld`: a separate world in a frame, whose built-in functions the page cannot change.
package struct CreateIsolatedWorld: DevToolsCommand {
    package struct Answer: Decodable, Sendable { package var executionContextId: Int }
    package static let method = "Page.createIsolatedWorld"
    package var frameId: String
    package var worldName = "demarc"

    package init(frameId: String) { self.frameId = frameId }
}

/// `DOM.setFileInputFiles`
package struct SetInputFiles: DevToolsCommand {
    package static let method = "DOM.setFileInputFiles"
    package var files: [String]
    package var backendNodeId: Int

    package init(files: [String], backendNodeId: Int) {
        self.files = files
        self.backendNodeId = backendNodeId
    }
}

/// `Input.dispatchMouseEvent`
package struct DispatchMouse: DevToolsCommand {
    package static let method = "Input.dispatchMouseEvent"
    package var type: String
    package var x: Double
    package var y: Double
    package var button: String?
    package var buttons: Int?
    package var clickCount: Int?
    package var modifiers: Int?
    package var deltaX: Double?
    package var deltaY: Double?

    package init(type: String, x: Double, y: Double) {
        self.type = type
        self.x = x
        self.y = y
    }
}

/// `Input.dispatchKeyEvent`
package struct DispatchKey: DevToolsCommand {
    package static let method = "Input.dispatchKeyEvent"
    package var type: String
    package var key: String?
    package var code: String?
    package var text: String?
    package var windowsVirtualKeyCode: Int?
    package var modifiers: Int?

    package init(type: String) { self.type = type }
}

/// `Input.insertText`
package struct InsertText: DevToolsCommand {
    package static let method = "Input.insertText"
    package var text: String

    package init(text: String) { self.text = text }
}
