import ByteText
import CICUShims

/// ICU's implementation of [UTS #46](https://www.unicode.org/reports/tr46/), non-transitional, with *CheckBidi* and
/// *CheckJoiners*.
///
/// The only place that uses ICU. Its handle is opened once and, as ICU documents, may be used from several threads.
@safe
struct UnicodeIDNA: ~Copyable, @unchecked Sendable {
    // INVARIANT: nil, or a handle that ICU opened and that has not been closed yet.
    private let handle: OpaquePointer?
    /// The installed version of Unicode: the major version times 256 plus the minor version.
    let unicodeVersion: UInt16

    /// Longer domains that need IDNA are rejected. ICU takes quadratic time in the length of a label, and in the number
    /// of labels; a domain that can be resolved has at most 253 bytes in ASCII form.
    static var byteLimit: Int { 4096 }

    static let shared = UnicodeIDNA()

    private init() {
        unsafe handle = demarc_idna_open()
        unicodeVersion = demarc_unicode_version()
    }

    deinit { if let handle = unsafe handle { unsafe demarc_idna_close(handle) } }

    /// Replaces the domain that `output` contains from `start` on with its ASCII form.
    ///
    /// - Parameters:
    ///   - start: Where the domain begins. It is UTF-8; malformed sequences are errors.
    ///   - output: Contains the domain, and nothing after it.
    ///   - checkHyphens: Whether to reject a label that begins or ends with a hyphen, or has hyphens in the third and
    ///     fourth positions.
    /// - Throws: ``URLParsingError/domainToASCII``, also if the result would be empty or depend on the installed
    ///   Unicode version.
    static func replaceByASCII(
        from start: Int,
        in output: inout ByteStorage,
        checkHyphens: Bool = false
    ) throws(URLParsingError) {
        let errors = UInt32(checkHyphens ? DEMARC_IDNA_ERROR | DEMARC_IDNA_HYPHEN : DEMARC_IDNA_ERROR)
        try shared.replaceByASCII(from: start, in: &output, refusing: errors)
        guard !PunycodeLabel.isForbidden(in: output.span, from: start) else { throw .domainToASCII }
    }

    /// Replaces a domain with its ASCII form, as ICU returns it.
    ///
    /// - Parameters:
    ///   - output: Contains the domain, and nothing else.
    ///   - refusingAnyError: Whether to reject empty labels before the last, hyphens as with `checkHyphens`, and what
    ///     is longer than DNS permits.
    /// - Throws: ``URLParsingError/domainToASCII``, also if the result would be empty or depend on the installed
    ///   Unicode version.
    static func replaceByASCII(in output: inout ByteStorage, refusingAnyError: Bool) throws(URLParsingError) {
        let all = DEMARC_IDNA_ERROR | DEMARC_IDNA_HYPHEN | DEMARC_IDNA_LENGTH
        let errors = UInt32(refusingAnyError ? all : DEMARC_IDNA_ERROR)
        try shared.replaceByASCII(from: 0, in: &output, refusing: errors)
    }

    private func replaceByASCII(
        from start: Int,
        in output: inout ByteStorage,
        refusing errors: UInt32
    ) throws(URLParsingError) {
        let length = output.count - start
        guard length <= Self.byteLimit else { throw .domainToASCII }
        guard !RemappedCodePoints.areContained(in: output.span, from: start, unicodeVersion: unicodeVersion) else {
            throw .domainToASCII
        }
        // Nearly always enough; otherwise ICU returns the capacity that it needs.
        var capacity = 512
        while true {
            let written = convert(from: start, in: &output, capacity: capacity, refusing: errors)
            guard let written, written > 0 else { throw .domainToASCII }
            if written <= capacity { break }
            capacity = written
        }
    }

    /// Replaces the domain with its ASCII form, if that has at most `capacity` bytes.
    ///
    /// - Returns: The length of the ASCII form, or nil if there is none.
    private func convert(from start: Int, in output: inout ByteStorage, capacity: Int, refusing refused: UInt32) -> Int?
    {
        guard let handle = unsafe handle else { return nil }
        return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { destination in
            guard let target = destination.baseAddress else { return nil }
            var errors: UInt32 = 0
            // SAFETY: the handle is open by the invariant; ICU reads `count` bytes of the domain, which fits because of
            // the limit, and writes at most `capacity`.
            let written = unsafe output.span.extracting(start..<output.count).withUnsafeBufferPointer { domain in
                guard let source = domain.baseAddress else { return Int32(0) }
                return unsafe demarc_idna_to_ascii(
                    handle,
                    source,
                    Int32(truncatingIfNeeded: domain.count),
                    target,
                    Int32(truncatingIfNeeded: capacity),
                    &errors
                )
            }
            guard written >= 0, errors & refused == 0 else { return nil }
            let length = Int(written)
            guard length <= capacity else { return length }
            output.truncate(to: start)
            // SAFETY: ICU wrote the first `length` bytes.
            unsafe output.append(UnsafeBufferPointer(start: target, count: length).span)
            return length
        }
    }

    /// Whether lower-casing and NFC alone turn `label` into the label that `ascii` represents.
    ///
    /// - Parameters:
    ///   - label: UTF-8 without a dot. The result is false if it is malformed.
    ///   - ascii: A label in ASCII form, Punycode or not.
    /// - Returns: Also false for a label longer than ``byteLimit``, which no accepted domain contains.
    static func isLowercasedForm(_ label: Span<UInt8>, of ascii: Span<UInt8>) -> Bool {
        guard label.count <= byteLimit, ascii.count <= byteLimit, let handle = unsafe shared.handle else {
            return false
        }
        return unsafe label.withUnsafeBufferPointer { label in
            unsafe ascii.withUnsafeBufferPointer { ascii in
                guard let labelStart = label.baseAddress, let asciiStart = ascii.baseAddress else { return false }
                // SAFETY: the handle is open by the invariant; ICU reads the bytes of the two spans, whose counts fit.
                return unsafe demarc_idna_is_lowercased(
                    handle,
                    labelStart,
                    Int32(truncatingIfNeeded: label.count),
                    asciiStart,
                    Int32(truncatingIfNeeded: ascii.count)
                )
            }
        }
    }
}
