// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
// The names are those of demarc.h, which documents what each function does and what its errors mean. The compiler
// checks the types against the header.

public import CDemarc
import DemarcEngine

/// URLs in one contiguous run of bytes, in Arrow's string layout, and the rows for their answers.
///
/// Every offset and bit is read when it is needed, and checked against the number of bytes.
@safe
private struct Batch {
    // INVARIANT: the caller promises `count + 1` offsets, `count` bits after the first, `count` rows and `byteCount`
    // bytes. The values of the offsets are untrusted.
    private let bytes: UnsafePointer<UInt8>?
    private let byteCount: Int
    private let offsets: UnsafeRawPointer?
    private let isWide: Bool
    private let validity: UnsafePointer<UInt8>?
    private let firstBit: Int
    private let rows: UnsafeMutableRawPointer?
    private let rowSize: Int
    let count: Int

    /// Clears the rows of a batch, whatever else is wrong with it, so that they block whatever happens next.
    ///
    /// Rows whose number or size cannot be read stay as they are: nothing says how many bytes belong to the caller.
    static func clear(_ rows: UnsafeMutablePointer<demarc_row>?, of batch: UnsafePointer<demarc_batch>?) {
        guard let rows = UnsafeMutableRawPointer(rows),
            let given = unsafe CallerStruct.knownFields(of: batch, demarc_batch()),
            unsafe given.count > 0 && given.row_size > 0 && given.row_size <= CallerStruct.most
        else { return }
        let (size, overflows) = unsafe given.count.multipliedReportingOverflow(by: given.row_size)
        // SAFETY: the caller has that many rows of that size.
        if !overflows { unsafe rows.initializeMemory(as: UInt8.self, repeating: 0, count: size) }
    }

    /// Validates a batch whose rows have been cleared.
    init(_ pointer: UnsafePointer<demarc_batch>?, _ rows: UnsafeMutablePointer<demarc_row>?) throws(CallFailure) {
        let given = unsafe try CallerStruct.require(pointer, demarc_batch(), "the batch")
        (count, rowSize, byteCount) = unsafe (given.count, given.row_size, given.byte_count)
        unsafe self.rows = UnsafeMutableRawPointer(rows)
        guard rowSize >= CallerStruct.least, rowSize <= CallerStruct.most, rowSize % 8 == 0 else {
            throw .invalid("the size of a row is invalid")
        }
        let overflows = count.multipliedReportingOverflow(by: rowSize).overflow
        guard count >= 0, !overflows, count < Int.max / 8 else { throw .limit("the batch is larger than memory") }
        guard unsafe (rows != nil || count == 0) && Int(bitPattern: rows) % MemoryLayout<demarc_row>.alignment == 0
        else { throw .invalid("the rows are NULL or not aligned") }
        guard unsafe given.offset_bits == 32 || given.offset_bits == 64 else {
            throw .invalid("offsets have neither 32 nor 64 bits")
        }
        isWide = unsafe given.offset_bits == 64
        unsafe bytes = unsafe given.bytes
        guard unsafe byteCount >= 0 && (bytes != nil || byteCount == 0) else {
            throw .invalid("the bytes are NULL but have a length")
        }
        unsafe offsets = unsafe given.offsets
        guard unsafe offsets != nil || count == 0 else { throw .invalid("the offsets are NULL") }
        unsafe validity = unsafe given.validity
        firstBit = unsafe given.validity_offset
        guard firstBit >= 0, firstBit < Int.max / 2 else { throw .limit("the batch is larger than memory") }
    }

    /// Whether the URL at a position is present.
    @inline(__always)
    func isPresent(_ position: Int) -> Bool {
        guard let validity = unsafe validity else { return true }
        let bit = firstBit + position
        // SAFETY: the position is below `count`.
        return unsafe validity[bit >> 3] >> UInt8(bit & 7) & 1 == 1
    }

    /// The URL at a position; nil if its offsets decrease or lead outside of the bytes.
    @inline(__always)
    func url(_ position: Int) -> CallerBytes? {
        let (start, end) = (offset(position), offset(position + 1))
        guard start >= 0, start <= end, end <= byteCount else { return nil }
        // SAFETY: the offsets lie inside the bytes.
        return unsafe try? CallerBytes(unsafe bytes.map { unsafe $0 + start }, end - start)
    }

    @inline(__always)
    private func offset(_ position: Int) -> Int {
        guard let offsets = unsafe offsets else { return -1 }
        // SAFETY: there are `count + 1` offsets, which need no alignment.
        return isWide
            ? unsafe Int(truncatingIfNeeded: offsets.loadUnaligned(fromByteOffset: position * 8, as: Int64.self))
            : unsafe Int(offsets.loadUnaligned(fromByteOffset: position * 4, as: Int32.self))
    }

    /// Writes the fields of a row that the caller's row has.
    @inline(__always)
    func write(_ row: demarc_row, at position: Int) {
        guard let rows = unsafe rows else { return }
        let place = unsafe rows + position * rowSize
        // SAFETY: the position is below `count`, and at most `rowSize` bytes are written.
        guard rowSize < MemoryLayout<demarc_row>.size else {
            unsafe place.assumingMemoryBound(to: demarc_row.self).pointee = row
            return
        }
        unsafe withUnsafeBytes(of: row) { bytes in
            unsafe place.copyMemory(from: bytes.baseAddress.unsafelyUnwrapped, byteCount: rowSize)
        }
    }
}

@c @implementation
public func demarc_navigate_batch(
    _ evaluator: OpaquePointer?,
    _ view: demarc_view,
    _ batch: UnsafePointer<demarc_batch>?,
    _ options: UnsafePointer<demarc_options>?,
    _ rows: UnsafeMutablePointer<demarc_row>?,
    _ error: UnsafeMutablePointer<demarc_error>?
) -> demarc_status {
    unsafe Batch.clear(rows, of: batch)
    return unsafe ErrorReport(clearing: error).status { () throws(CallFailure) in
        let batch = unsafe try Batch(batch, rows)
        let firstWrong = unsafe try evaluators.exclusively(evaluator) { record throws(CallFailure) in
            let options = unsafe try record.options(options)
            return record.decide(batch, in: try record.link.view(view), options)
        }
        if let firstWrong {
            throw .invalid("the offsets of row \(firstWrong) decrease, or exceed the bytes")
        }
    }
}

extension EvaluatorRecord {
    /// Decides on all URLs of a batch.
    ///
    /// - Returns: The first row whose offsets are wrong; nil if all are valid.
    fileprivate mutating func decide(_ batch: Batch, in view: ViewID, _ options: QuestionOptions) -> Int? {
        forgetLast()
        var firstWrong: Int?
        for position in 0..<batch.count {
            guard batch.isPresent(position) else {
                var row = demarc_row()
                row.status = demarc_status(DEMARC_UNKNOWN)
                batch.write(row, at: position)
                continue
            }
            guard let url = batch.url(position) else {
                var row = demarc_row()
                row.status = demarc_status(DEMARC_INVALID)
                batch.write(row, at: position)
                firstWrong = firstWrong ?? position
                continue
            }
            let decision = evaluator.navigation(
                to: url.span,
                in: view,
                frame: options.frame,
                answer: options.externalURL,
                isSameDocument: options.has(DEMARC_SAME_DOCUMENT),
                identity: options.user
            )
            batch.write(row(decision), at: position)
        }
        return firstWrong
    }
}
