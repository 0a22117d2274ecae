import Demarc
import DevTools
import Foundation

/// Files that leave or enter a session.
struct Transfers: Sendable {
    /// A download in progress, by the browser's id.
    struct Download: Sendable {
        var name: String
        var owner: PageOwner
        var tab: Int
        var url: String
    }
    /// A page that waits for files.
    struct Chooser: Sendable {
        var tab: Int
        var session: DevToolsSessionID
        var owner: PageOwner
        var node: Int
        var isExternalFrame: Bool
        var isMultiple: Bool
    }
    var downloads: [String: Download] = [:]
    var ready: [String: (file: ReadyFile, path: String)] = [:]
    var choosers: [String: Chooser] = [:]
}

extension Session {
    // MARK: Downloads

    /// Decides on a download of a page. It would go to the person's own computer: a location that no account owns.
    func beginDownload(_ download: DownloadWillBegin, in owner: PageOwner) {
        let tab = tabs.first { tab in
            [tab.shown, tab.loading].contains { $0?.owner == owner && $0?.target == download.frameId }
                || tab.frames[download.frameId] != nil
        }
        let connection = browsers[owner]?.connection
        guard let tab else {
            connection?.post(CancelDownload(guid: download.guid))
            return
        }
        // No part of the suggested name may lead out of the folder.
        let name = download.suggestedFilename.split(separator: "/").last.map { String($0.prefix(120)) } ?? "download"
        guard maySave(name, of: tab) else {
            connection?.post(CancelDownload(guid: download.guid))
            return
        }
        transfers.downloads[download.guid] = .init(name: name, owner: owner, tab: tab.id, url: download.url)
    }

    private func maySave(_ name: String, of tab: Tab) -> Bool {
        counts.decisions += 1
        let decision = evaluator.save(to: .other, from: .view(tab.view), identity: tab.identity)
        let note = note("save", name, decision, for: tab.identity, tab: tab.id)
        if decision.verdict != .allow { say("\(name) was not saved: \(note.headline)", to: tab.id) }
        return decision.verdict == .allow
    }

    /// Follows a download to its end.
    func followDownload(_ progress: DownloadProgress, in owner: PageOwner) {
        let path = "\(folder)/downloads/\(progress.guid)"
        switch progress.state {
        case "completed":
            guard let download = transfers.downloads.removeValue(forKey: progress.guid), let tab = tab(download.tab),
                // Checked again: the policy or the page may have changed since the start.
                maySave(download.name, of: tab)
            else {
                try? FileManager.default.removeItem(atPath: path)
                return
            }
            offer(ReadyFile(id: progress.guid, name: download.name, mediaType: "application/octet-stream"), at: path)
        case "canceled":
            transfers.downloads[progress.guid] = nil
            try? FileManager.default.removeItem(atPath: path)
        default: break
        }
    }

    private func offer(_ file: ReadyFile, at path: String) {
        transfers.ready[file.id] = (file, path)
        tell(.file(file))
    }

    /// Returns a file that may leave; it is given out once.
    package func takeFile(_ id: String) -> (file: ReadyFile, bytes: [UInt8])? {
        guard let ready = transfers.ready.removeValue(forKey: id) else { return nil }
        defer { try? FileManager.default.removeItem(atPath: ready.path) }
        guard let bytes = try? Data(contentsOf: URL(filePath: ready.path)) else { return nil }
        return (ready.file, Array(bytes))
    }

    // MARK: Printing and capture

    /// Prints the page in front to a file.
    package func printPage() async {
        await make("page.pdf", "application/pdf", .print, "print") { connection, session in
            try await connection.send(PrintToPDF(), to: session).data
        }
    }

    /// Captures the page in front as an image that the person may keep.
    package func capturePage() async {
        await make("page.png", "image/png", .screenCapture, "screenCapture") { connection, session in
            try await connection.send(CaptureScreenshot(), to: session).data
        }
    }

    private func make(
        _ name: String,
        _ mediaType: String,
        _ setting: SingleSetting,
        _ question: String,
        _ content: @Sendable (DevToolsConnection, DevToolsSessionID) async throws -> String
    ) async {
        guard let tab = activeTab.flatMap(tab), tab.mayShow, let shown = tab.shown,
            let connection = browsers[shown.owner]?.connection
        else { return }
        counts.decisions += 1
        let decision = evaluator.setting(setting, at: .view(tab.view), identity: tab.identity)
        let note = note(question, tab.url, decision, for: tab.identity, tab: tab.id)
        guard decision.verdict == .allow else { return say(note.headline, to: tab.id) }
        guard let text = try? await content(connection, shown.session), let data = Data(base64Encoded: text),
            // It must still be the page of the decision, not a later one.
            let now = self.tab(tab.id), now.mayShow, now.url == tab.url, now.shown?.session == shown.session
        else { return say("The page could not be written to a file.", to: tab.id) }
        let path = "\(folder)/downloads/\(UUID().uuidString)"
        guard (try? data.write(to: URL(filePath: path))) != nil else { return }
        offer(ReadyFile(id: UUID().uuidString, name: name, mediaType: mediaType), at: path)
    }

    // MARK: Uploads

    /// Handles a page's request for files of the person's computer, which have no owner.
    func chooseFiles(_ chooser: FileChooserOpened, _ session: DevToolsSessionID, in owner: PageOwner) {
        guard let target = browsers[owner]?.targets[session], let tab = target.tab.flatMap(tab),
            let node = chooser.backendNodeId
        else { return }
        let isPage = chooser.frameId == tab.shown?.target
        // Only the id of the frame is given here, so a frame whose document was made by some page is classified as
        // such.
        let page = isPage ? tab.page : tab.classification(ofFrame: chooser.frameId, "about:blank", in: nil)
        guard let page else {
            return say("Nobody can say whose the part of the page is that asks for files.", to: tab.id)
        }
        let waiting = Transfers.Chooser(
            tab: tab.id,
            session: session,
            owner: owner,
            node: node,
            isExternalFrame: page != tab.page,
            isMultiple: chooser.mode == "selectMultiple"
        )
        guard mayUpload("files", waiting, tab) else { return }
        let id = UUID().uuidString
        transfers.choosers = [id: waiting]
        tell(.chooseFiles(FileRequest(id: id, isMultiple: waiting.isMultiple)))
    }

    private func mayUpload(_ name: String, _ chooser: Transfers.Chooser, _ tab: Tab) -> Bool {
        counts.decisions += 1
        let decision = evaluator.upload(
            from: .account(.noUser),
            into: tab.view,
            isExternalFrame: chooser.isExternalFrame,
            identity: tab.identity
        )
        let note = note("upload", name, decision, for: tab.identity, tab: tab.id)
        if decision.verdict != .allow { say("\(name) cannot be uploaded here: \(note.headline)", to: tab.id) }
        return decision.verdict == .allow
    }

    /// Gives a file to the page that requested it.
    ///
    /// - Returns: Whether the page received the file.
    package func upload(_ bytes: [UInt8], named name: String, to request: String) -> Bool {
        guard let chooser = transfers.choosers[request], let tab = tab(chooser.tab),
            tab.surface(chooser.session) != nil || browsers[chooser.owner]?.tab(of: chooser.session) == tab.id,
            // Checked again: the policy or the page may have changed since the request.
            mayUpload(name, chooser, tab)
        else { return false }
        transfers.choosers[request] = nil
        let safeName = name.split(separator: "/").last.map { String($0.prefix(120)) } ?? "file"
        guard safeName != "..", safeName != "." else { return false }
        let holder = "\(folder)/uploads/\(UUID().uuidString)"
        let path = "\(holder)/\(safeName)"
        do {
            try FileManager.default.createDirectory(atPath: holder, withIntermediateDirectories: true)
            try Data(bytes).write(to: URL(filePath: path))
        } catch {
            return false
        }
        browsers[chooser.owner]?.connection
            .post(SetInputFiles(files: [path], backendNodeId: chooser.node), to: chooser.session)
        return true
    }
}
