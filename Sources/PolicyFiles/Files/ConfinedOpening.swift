import COpenBeneath
import Glibc

/// Opens a file below a folder, even if the folders in between are replaced with symbolic links at the same time.
///
/// Both paths have been resolved, so none of their parts is a link. A part that has become a link since then was put
/// there to lead elsewhere, and is not followed. The opened file is therefore the one that the path names, below the
/// folder.
struct ConfinedOpening {
    /// The system calls to use.
    enum Way: CaseIterable {
        /// One call that looks up the whole path and follows no link: `openat2`, from Linux 5.6 on.
        case atOnce
        /// One call for each part of the path, none of which follows a link.
        case stepByStep
    }

    let path: String
    let folder: String

    // O_PATH, which the C library declares only for C with its own extensions: a folder that may be entered need not be
    // readable.
    private static let pathOnly: Int32 = 0o10000000
    private static let ofFolder = pathOnly | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    // Opening a pipe waits for its other end, unless O_NONBLOCK is set.
    private static let ofFile = O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC

    /// Prepares to open a file.
    ///
    /// - Parameters:
    ///   - path: An absolute path, with links resolved.
    ///   - folder: A folder above it, also resolved.
    init(_ path: String, below folder: String) {
        self.path = path
        self.folder = folder
    }

    /// Opens the file: in one call if the system supports it, otherwise step by step.
    ///
    /// - Returns: A descriptor that the caller closes, or -1 with the error in `errno`.
    func open() -> Int32 {
        let descriptor = open(.atOnce)
        // If the call is filtered, as in some containers, the error is EPERM.
        return descriptor < 0 && (errno == ENOSYS || errno == EPERM) ? open(.stepByStep) : descriptor
    }

    /// Opens the file with the given calls; see ``open()``.
    func open(_ way: Way) -> Int32 {
        guard let rest = PathText.relative(path, below: folder), !path.utf8.contains(0) else {
            errno = EXDEV
            return -1
        }
        return switch way {
        case .atOnce: openAtOnce(rest)
        case .stepByStep: openStepByStep()
        }
    }

    private func openAtOnce(_ rest: String) -> Int32 {
        // SAFETY: the path is lent as a NUL-terminated string for the call.
        let root = unsafe demarc_open_beneath(AT_FDCWD, folder, Self.ofFolder)
        guard root >= 0 else { return -1 }
        // SAFETY: as above.
        return Self.closing(root) { unsafe demarc_open_beneath(root, rest, Self.ofFile) }
    }

    private func openStepByStep() -> Int32 {
        let parts = PathText.parts(of: path)
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

    /// The result of a call, keeping its error while a descriptor is closed.
    private static func closing(_ descriptor: Int32, _ call: () -> Int32) -> Int32 {
        let result = call()
        let error = errno
        _ = close(descriptor)
        errno = error
        return result
    }
}
