import ArgumentParser
import Diagnostics
import DocumentReading
import Hosting
import PolicyFiles

/// The file of accepted paths, which an audit and a comparison read alike.
struct AcceptedFile: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The file of accepted paths. Default: .demarc-audit.yaml next to the policy, if it exists.",
            valueName: "file"
        ),
        completion: .file()
    )
    var accepted: String?

    /// The day it is, in UTC: the same everywhere a policy is looked at.
    static var today: String { UTCTime.day(Clock.realTime / 1_000_000) }

    /// The largest file that is read.
    private static let largestFile = 16 << 20

    /// The path of the file that holds for a policy.
    func path(besides policy: String) -> String {
        accepted ?? PathText.resolve(AcceptedPath.fileName, besides: policy)
    }

    /// The paths that are accepted for a policy; none where nobody named a file and none is there.
    ///
    /// - Throws: An exit code where the file cannot be read as a whole.
    func entries(besides policy: String) throws -> [AcceptedPath] {
        let path = path(besides: policy)
        return try read(path, isMade: false).map { try load($0, path) } ?? []
    }

    /// The bytes of the file; nil where there is none, and there need not be one.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - isMade: Whether it is made where it is missing.
    /// - Returns: The bytes.
    /// - Throws: An exit code where it cannot be read.
    func read(_ path: String, isMade: Bool) throws -> [UInt8]? {
        do throws(FileError) {
            return try DiskFiles().read(path, limit: Self.largestFile, plainOnly: true)
        } catch {
            if accepted == nil || isMade, case .missing = error { return nil }
            Console.note([FileError.diagnostic(error, path: path)], sources: [])
            throw ExitStatus.unreadable
        }
    }

    /// What the file says.
    ///
    /// - Throws: An exit code where it cannot be read as a whole.
    func load(_ bytes: [UInt8], _ path: String) throws -> [AcceptedPath] {
        let result = AcceptedPathsReader().load(bytes: bytes, path: path)
        Console.note(result.diagnostics, sources: result.sources)
        // An entry that cannot be read accepts nothing; a file that cannot be read must not look as if it did.
        guard !result.diagnostics.contains(where: { $0.severity == .error }) else { throw ExitStatus.unreadable }
        return result.accepted
    }
}
