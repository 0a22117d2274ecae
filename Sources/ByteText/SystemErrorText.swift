#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The errors of the system in words.
package enum SystemErrorText {
    /// What an `errno` means, as the end of a message such as "cannot read the input: permission denied".
    ///
    /// These are words of our own, because those of the C library differ from system to system.
    package static func of(_ code: CInt) -> String {
        switch code {
        case ENOENT, ENOTDIR: "there is no such file or folder"
        case EISDIR: "it is a folder"
        case EEXIST: "there is already a file of this name"
        case EACCES, EPERM: "permission denied"
        case EROFS: "the file system is read-only"
        case ENOSPC: "no space is left"
        case EDQUOT: "the quota of the disk is used up"
        case EFBIG: "it is larger than a file may be"
        case ELOOP: "its symbolic links form a loop"
        case ENAMETOOLONG: "its name is too long"
        case EMFILE, ENFILE: "too many files are open"
        case ENOMEM: "out of memory"
        case EIO: "the device failed"
        case EBADF: "it is not open"
        case EBUSY, ETXTBSY: "it is in use"
        case ENOEXEC: "it is not a program for this system"
        case EPIPE: "its reader is gone"
        default: "system error \(code)"
        }
    }
}
