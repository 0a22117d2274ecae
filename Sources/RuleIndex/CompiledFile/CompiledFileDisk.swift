import ByteText

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Compiled files on disk.
///
/// Every unsafe expression that concerns files is in this type: the C library calls that take buffers.
enum CompiledFileDisk {
    // MARK: Reading

    /// All bytes of a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - copying: Whether the bytes are read into memory of this process; otherwise the file is mapped.
    /// - Returns: The bytes.
    /// - Throws: ``CompiledFileError``.
    static func contents(of path: String, copying: Bool) throws(CompiledFileError) -> SharedBytes {
        let descriptor = try openForReading(path)
        defer { _ = close(descriptor) }
        var status = stat()
        // SAFETY: `status` is a complete `stat` that lives until the call returns.
        guard unsafe fstat(descriptor, &status) == 0 else { throw readingError(errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw notAFile(status) }
        let size = Int(status.st_size)
        guard size <= CompiledFileHeader.fileLimit else {
            throw CompiledFileError(.tooLarge, "the file is larger than a compiled policy can be")
        }
        // A file of any size can be made of nothing. No memory is requested for one that does not state its size.
        let start = try start(descriptor, count: min(size, CompiledFileHeader.tableOffset))
        try CompiledFileHeader.checkStart(start.span, fileSize: size)
        if copying { return try copy(descriptor, count: size) }
        do throws(MappingError) {
            return try SharedBytes(mapping: descriptor, count: size)
        } catch {
            switch error {
            case .tooShort: throw changing
            case .notAFile: throw notAFile(status)
            case .refused(let code): throw readingError(code)
            }
        }
    }

    /// The first bytes of a regular file; empty if it is not a regular file or cannot be read.
    static func start(of path: String, count: Int) -> [UInt8] {
        var status = stat()
        // SAFETY: the path is passed as a NUL-terminated string for the call; `status` lives until it returns.
        guard !path.utf8.contains(0), unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            let descriptor = try? openForReading(path)
        else { return [] }
        defer { _ = close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: count)
        // SAFETY: `pread` writes at most `count` bytes, and the array has that many.
        let read = unsafe pread(descriptor, &bytes, count, 0)
        return Array(bytes.prefix(max(read, 0)))
    }

    private static func openForReading(_ path: String) throws(CompiledFileError) -> CInt {
        // A path with a NUL names one file to this process and another to the system.
        guard !path.utf8.contains(0) else { throw readingError(ENOENT) }
        // If the path is a pipe, opening it does not wait.
        // SAFETY: the path is passed as a NUL-terminated string for the call.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else { throw readingError(errno) }
        return descriptor
    }

    private static func start(_ descriptor: CInt, count: Int) throws(CompiledFileError) -> [UInt8] {
        var start = [UInt8](repeating: 0, count: count)
        var bytes = start.mutableSpan
        try fill(&bytes, from: descriptor)
        return start
    }

    private static func copy(_ descriptor: CInt, count: Int) throws(CompiledFileError) -> SharedBytes {
        let copy = try SharedBytes(ifAvailable: count) { bytes throws(CompiledFileError) in
            try fill(&bytes, from: descriptor)
        }
        guard let copy else { throw readingError(ENOMEM) }
        return copy
    }

    /// Reads the first bytes of a file, as many as there is room for.
    private static func fill(_ bytes: inout MutableSpan<UInt8>, from descriptor: CInt) throws(CompiledFileError) {
        let count = bytes.count
        var done = 0
        while done < count {
            let result = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
                // SAFETY: `pread` writes at most the remaining bytes, which are all inside the buffer.
                unsafe pread(descriptor, buffer.baseAddress.map { unsafe $0 + done }, count - done, off_t(done))
            }
            if result < 0 {
                if errno == EINTR { continue }
                throw readingError(errno)
            }
            guard result > 0 else { throw changing }
            done += result
        }
    }

    // MARK: Writing

    /// Replaces a file with bytes, in one step.
    static func replace(_ path: String, with bytes: Span<UInt8>) throws(CompiledFileError) {
        do throws(ReplacementError) {
            try FileReplacement.prepare(path, bytes: bytes).commit()
        } catch {
            switch error {
            case .isFolder: throw CompiledFileError(.notAFile, "the file is a folder")
            case .notAFile: throw CompiledFileError(.notAFile, "the file is not a plain file")
            case .linkToNothing: throw CompiledFileError(.notAFile, "the file is a broken symbolic link")
            case .refused(let code):
                throw CompiledFileError(.unwritable, "the file cannot be written: \(SystemErrorText.of(code))")
            }
        }
    }

    // MARK: Errors

    private static func notAFile(_ status: stat) -> CompiledFileError {
        let isFolder = status.st_mode & S_IFMT == S_IFDIR
        return CompiledFileError(.notAFile, "the file is \(isFolder ? "a folder" : "not a plain file")")
    }

    private static var changing: CompiledFileError {
        CompiledFileError(.truncated, "the file became shorter while it was read")
    }

    private static func readingError(_ code: CInt) -> CompiledFileError {
        switch code {
        case ENOENT, ENOTDIR: CompiledFileError(.missing, "there is no such file")
        case EISDIR: CompiledFileError(.notAFile, "the file is a folder")
        default: CompiledFileError(.unreadable, "the file cannot be read: \(SystemErrorText.of(code))")
        }
    }
}
