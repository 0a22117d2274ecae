import ArgumentParser
import ByteText
import Diagnostics
import Glibc

/// `demarc serve`: becomes `demarc-serve`, which is a separate program.
///
/// A server needs packages that take minutes to build, and users of the library or the command line need none of them.
struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Answer proxies over HTTP, gRPC and ICAP; starts demarc-serve.",
        discussion: """
            The server is a program of its own, demarc-serve, which is looked for next to demarc and then in PATH. Every \
            argument goes to it: see demarc-serve --help.

            Without it, the exit status is 2. To build and install it, in a checkout of Demarc:
              make install-server

            EXAMPLES:
              demarc serve /etc/demarc/serve.yaml
              demarc serve --check /etc/demarc/serve.yaml
            """,
        helpNames: []
    )

    @Argument(parsing: .captureForPassthrough, help: ArgumentHelp("What demarc-serve is given.", valueName: "argument"))
    var arguments: [String] = []

    func run() throws {
        if let first = arguments.first, ["-h", "--help"].contains(first) { throw CleanExit.helpRequest(self) }
        var refusal: CommandError?
        for path in ServerProgram.paths {
            let error = ServerProgram.become(path, arguments)
            // As in a shell, the search goes on, because a later folder may have a program that can be run.
            guard error != ENOENT, refusal == nil, FileStatus(path: path)?.isPlain == true else { continue }
            refusal = .unreadable("cannot start `\(VisibleText.of(path))`: \(SystemErrorText.of(error))")
        }
        if let refusal { throw refusal }
        throw CommandError.unreadable(
            "demarc-serve is not installed, neither next to demarc nor in PATH; in a checkout of Demarc, "
                + "`make install-server` installs it"
        )
    }
}

/// Finds and starts `demarc-serve`.
private enum ServerProgram {
    private static let name = "demarc-serve"

    /// Its possible paths: next to this executable, then in the folders of `PATH`. Relative folders of `PATH` are
    /// skipped, because they would start whatever is in the current folder.
    static var paths: [String] {
        var folders = (Console.variable("PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").map(
            String.init
        )
        .filter { $0.hasPrefix("/") }
        if let own = folderOfExecutable { folders.insert(own, at: 0) }
        return folders.map { "\($0)/\(name)" }
    }

    /// Replaces this process by a program.
    ///
    /// - Returns: Why the system refused; without an error it does not return.
    static func become(_ path: String, _ arguments: [String]) -> Int32 {
        // SAFETY: each text is copied by `strdup`, the list ends with a null pointer, and both live until the call
        // returns, which it does only if it fails.
        var list = unsafe ([path] + arguments).map { unsafe strdup($0) }
        unsafe list.append(nil)
        _ = unsafe execv(path, list)
        let error = errno
        for position in unsafe list.indices { unsafe free(list[position]) }
        return error
    }

    private static var folderOfExecutable: String? {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe buffer.withUnsafeMutableBytes { bytes -> Int in
            // SAFETY: `readlink` writes at most as many bytes as the buffer has.
            guard let start = bytes.baseAddress else { return 0 }
            return unsafe readlink("/proc/self/exe", start.assumingMemoryBound(to: CChar.self), bytes.count)
        }
        guard count > 0, count < buffer.count else { return nil }
        let path = String(decoding: buffer[..<count], as: UTF8.self)
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        return String(path[..<slash])
    }
}
