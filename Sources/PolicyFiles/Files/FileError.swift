/// Why a file could not be read.
public enum FileError: Error, Hashable, Sendable {
    /// There is no such file.
    case missing
    /// It is a folder.
    case isFolder
    /// It is a device, a pipe or a socket where a plain file is needed.
    case notAFile
    /// It is larger than allowed.
    case tooLarge(limit: Int)
    /// The system refuses it, for this reason.
    case unreadable(String)
}
