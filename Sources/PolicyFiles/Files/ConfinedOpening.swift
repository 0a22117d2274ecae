import COpenBeneath
import Glibc

/// Opens a file below a folder, even while somebody swaps the folders between for symbolic links.
///
/// Both paths have been resolved, so none of their parts is a link. A part that is one by now was put there since, to
/// lead elsewhere, and is not followed. Whatever opens is therefore what the path names, below the folder.
struct ConfinedOpening {
    /// How the system is asked.
    enum Way: CaseIterable {
        /// In one call that looks up the whole path and follows no link: `openat2`, from Linux 5.6 on.
        case atOnce
        /// A call for each part of the path, none of which follows a link.
        case stepByStep
    }

    let path: String
    let folder: String

    // O_PATH, which the C library declares for C with its own extensions only: a folder that may be entered need not be
    // readable.
    private static let pathOnly: Int32 = 0o10000000
    private static let ofFolder = pathOnly | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    // Opening a pipe waits for its other end unless it is told not to.
    private static let ofFile = O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC

    /// Prepares to open a file.
    ///
    /// - Parameters:
    ///   - path: An absolute path, links resolved.
    ///   - folder: A folder above it, resolved too.
    init(_ path: String, below folder: String) {
        self.path = path
        self.folder = folder
    }

    /// Opens the file, at once where the system can, else step by step.
    ///
    /// - Returns: A descriptor, which the caller closes; -1 for an error, which `errno` tells.
    func open() -> Int32 {
        let descriptor = open(.atOnce)
        // Where the call is filtered out, as some containers do, the answer is EPERM.
        return descriptor < 0 && (errno == ENOSYS || errno == EPERM) ? open(.stepByStep) : descriptor
    }

    /// Opens the file in one way; see ``open()``.
    func open(_ way: Way) -> Int32 {
        guard PathText.isBelow(path, folder: folder), !path.utf8.contains(0) else {
            errno = EXDEV
            return -1
        }
        return switch way {
        case .atOnce: openAtOnce()
        case .stepByStep: openStepByStep()
        }
    }

    private func openAtOnce() -> Int32 {
        // SAFETY: the path is lent as a NUL-terminated string for the call.
        let root = unsafe demarc_open_beneath(AT_FDCWD, folder, Self.ofFolder)
        guard root >= 0 else { return -1 }
        let rest = String(decoding: path.utf8.dropFirst(folder == "/" ? 1 : folder.utf8.count + 1), as: UTF8.self)
        // SAFETY: as above.
        return Self.closing(root) { unsafe demarc_open_beneath(root, rest, Self.ofFile) }
    }

    private func openStepByStep() -> Int32 {
        // By bytes: a slash and an accent behind it are one character to Swift, and two to the system.
        let parts = path.utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
        // SAFETY: the path is a literal, lent as a NUL-terminated string for the call.
        var current = unsafe Glibc.open("/", Self.ofFolder)
        for (position, part) in parts.enumerated() where current >= 0 {
            let flags = position == parts.count - 1 ? Self.ofFile : Self.ofFolder
            let above = current
            // SAFETY: the path is lent as a NUL-terminated string for the call.
            current = Self.closing(above) { unsafe openat(above, part, flags) }
        }
        return current
    }

    /// What a call gives, with its error, once a descriptor is closed.
    private static func closing(_ descriptor: Int32, _ call: () -> Int32) -> Int32 {
        let result = call()
        let error = errno
        _ = close(descriptor)
        errno = error
        return result
    }
}
