import Diagnostics
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PolicyFiles

/// A folder `policy` with a folder `inner`, and a folder `outside` with secret files of the same names.
private struct SwappedFolder: Sendable {
    let path: String

    static let secret = "root:*:19000:0:99999:7:::"

    init(in folder: TemporaryFolder) throws {
        path = try DiskFiles().resolve(folder.path)
        try folder.makeFolder("policy/inner")
        try folder.makeFolder("outside")
        for name in ["rules.yaml", "list.txt", "graph.json", "Info.plist", "file"] {
            try folder.write("inside", to: "policy/inner/\(name)")
            try folder.write(Self.secret, to: "outside/\(name)")
        }
        let link = path + "/policy/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../outside")
    }

    /// Replaces the folder with the link.
    func swap() {
        _ = unsafe rename(path + "/policy/inner", path + "/policy/away")
        _ = unsafe rename(path + "/policy/link", path + "/policy/inner")
    }

    /// Restores the folder.
    func swapBack() {
        _ = unsafe rename(path + "/policy/inner", path + "/policy/link")
        _ = unsafe rename(path + "/policy/away", path + "/policy/inner")
    }
}

/// The machine's files, with a folder that is replaced by a link as soon as a path in it has been resolved.
private struct TreacherousFiles: FileSource {
    let folder: SwappedFolder
    let disk = DiskFiles()

    func read(_ path: String, limit: Int, plainOnly: Bool) throws(FileError) -> [UInt8] {
        try disk.read(path, limit: limit, plainOnly: plainOnly)
    }

    func read(_ path: String, below folder: String, limit: Int) throws(FileError) -> [UInt8] {
        try disk.read(path, below: folder, limit: limit)
    }

    func resolve(_ path: String) throws(FileError) -> String {
        let resolved = try disk.resolve(path)
        if resolved.contains("/inner/") { folder.swap() }
        return resolved
    }
}

/// Swaps a folder repeatedly on its own thread until it is stopped.
private final class Swapper: Sendable {
    private let isStopped = Atomic(false)
    private let isDone = Atomic(false)

    init(_ folder: SwappedFolder) {
        Thread.detachNewThread {
            while !self.isStopped.load(ordering: .relaxed) {
                folder.swap()
                folder.swapBack()
            }
            self.isDone.store(true, ordering: .releasing)
        }
    }

    func stop() {
        isStopped.store(true, ordering: .relaxed)
        while !isDone.load(ordering: .acquiring) { usleep(1_000) }
    }
}

@Suite("Confining files to a folder") struct ConfinementTests {
    @Test(
        "A folder replaced by a link after it was resolved is not followed",
        arguments: [
            "ruleSets: {s: {default: internal, include: [inner/rules.yaml]}}",
            "ruleSets: {s: {default: internal, rules: "
                + "[{id: r, class: blocked, list: {file: inner/list.txt, format: domains}}]}}",
            "policies: {p: {graph: inner/graph.json}}",
            "app: {infoPlist: inner/Info.plist}",
        ],
        [false, true]
    )
    func swapped(section: String, allowsOutside: Bool) throws {
        let folder = try TemporaryFolder()
        let swapped = try SwappedFolder(in: folder)
        let path = try folder.write("demarc: 1\n\(section)\n", to: "policy/policy.yaml")
        let reader = PolicyDocumentReader(files: TreacherousFiles(folder: swapped), allowsOutside: allowsOutside)
        let result = reader.load(path: path)
        #expect(result.diagnostics.map(\.code) == ["file-unreadable"])
        let message = result.diagnostics.first?.message
        #expect(message?.hasSuffix("it, or a folder above it, was replaced by a symbolic link") == true)
        #expect(result.sources.map(\.path) == [path])
    }

    @Test("Files are opened at their place and nowhere else", arguments: ConfinedOpening.Way.allCases)
    func opened(way: ConfinedOpening.Way) throws {
        let folder = try TemporaryFolder()
        let base = try SwappedFolder(in: folder).path
        let policy = base + "/policy"
        func opens(_ path: String, below folder: String) -> Bool {
            let descriptor = ConfinedOpening(path, below: folder).open(way)
            if descriptor >= 0 { close(descriptor) }
            return descriptor >= 0
        }
        for folder in [policy, policy + "/inner", base, "/"] { #expect(opens(policy + "/inner/file", below: folder)) }
        for (path, folder) in [
            (policy + "/link/file", policy), (policy + "/link", policy), (policy + "/link/file", "/"),
            (policy + "/link/file", policy + "/link"), (base + "/outside/file", policy),
            (policy + "/inner/../../outside/file", policy),
            (policy + "/missing", policy), (policy + "/inner/file/x", policy), (policy, policy), ("", policy),
            (policy + "/inner/file\0", policy), (policy + "/inner/file", base + "/pol"),
        ] where way == .atOnce || !path.contains("..") {
            #expect(!opens(path, below: folder), "\(path) below \(folder)")
        }
        #expect(unsafe mkfifo(policy + "/inner/pipe", 0o600) == 0)
        #expect(opens(policy + "/inner/pipe", below: policy))
    }

    @Test("Only plain files within the limit are opened")
    func plain() throws {
        let folder = try TemporaryFolder()
        let policy = try SwappedFolder(in: folder).path + "/policy"
        #expect(unsafe mkfifo(policy + "/pipe", 0o600) == 0)
        #expect(throws: FileError.notAFile) { try DiskFiles().read(policy + "/pipe", below: policy, limit: 10) }
        #expect(throws: FileError.isFolder) { try DiskFiles().read(policy + "/inner", below: policy, limit: 10) }
        #expect(throws: FileError.missing) { try DiskFiles().read(policy + "/none", below: policy, limit: 10) }
        #expect(throws: FileError.tooLarge(limit: 5)) {
            try DiskFiles().read(policy + "/inner/file", below: policy, limit: 5)
        }
        #expect(try DiskFiles().read(policy + "/inner/file", below: policy, limit: 6) == Array("inside".utf8))
    }

    @Test(
        "Files stay confined while a folder is repeatedly swapped for a link",
        arguments: ConfinedOpening.Way.allCases
    )
    func race(way: ConfinedOpening.Way) throws {
        let folder = try TemporaryFolder()
        let swapped = try SwappedFolder(in: folder)
        let policy = swapped.path + "/policy"
        let swapper = Swapper(swapped)
        defer { swapper.stop() }
        let first = UInt8(ascii: "i")
        var counts = (read: 0, refused: 0)
        for _ in 0..<20_000 {
            // Resolved and found below the folder, like every path of a document.
            guard let path = try? DiskFiles().resolve(policy + "/inner/file"),
                PathText.isBelow(path, folder: policy)
            else { continue }
            let descriptor = ConfinedOpening(path, below: policy).open(way)
            guard descriptor >= 0 else {
                counts.refused += 1
                continue
            }
            var byte: UInt8 = 0
            #expect(unsafe read(descriptor, &byte, 1) == 1 && byte == first)
            close(descriptor)
            counts.read += 1
        }
        #expect(counts.read > 0)
    }

    @Test("Paths are compared byte by byte, because names that are equal in Swift may be different files")
    func spelling() {
        #expect(!PathText.isBelow("/srv/e\u{301}/file", folder: "/srv/\u{E9}"))
        #expect(PathText.isBelow("/srv/\u{E9}/\u{301}file", folder: "/srv/\u{E9}"))
        #expect(PathText.folder(of: "/srv/\u{301}file") == "/srv")
        #expect(PathText.folder(of: "/file") == "/")
    }
}
