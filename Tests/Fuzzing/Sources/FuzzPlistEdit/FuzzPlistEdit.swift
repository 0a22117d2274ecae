import Demarc
import Diagnostics
import PropertyList

/// Checks the laws of property list changes: the bytes before the last 0xFF are a property list, and those after it
/// choose the changes.
///
/// 1. Nothing crashes or hangs, whatever the file and the changes.
/// 2. Without changes, the result is the file.
/// 3. A result can be read and has the same format, and setting a key again to the value it just received changes
///   nothing.
@c(LLVMFuzzerTestOneInput)
public func fuzzPlistEdit(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // SAFETY: libFuzzer passes `count` bytes, which are valid during the call.
    let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    let end = input.lastIndex(of: 0xFF) ?? input.count
    let file = Array(input[..<end])
    guard let document = try? PropertyListReader().read(file, path: "f") else { return 0 }
    guard let same = try? document.applying([]), same == file else { fatalError("a file without changes changed") }
    var choice = ChangeChoice(bytes: input[end...].dropFirst())
    var changes: [PropertyListChange] = []
    while let change = choice.next(for: document.root), changes.count < 16 {
        changes.append(change)
        guard let result = try? document.applying(changes) else {
            changes.removeLast()
            continue
        }
        // There may be too many values for the limits, or too deep ones; nothing else can go wrong.
        let after: PropertyListDocument
        do throws(PropertyListError) {
            after = try PropertyListReader().read(result, path: "f")
        } catch {
            guard ["too-many-values", "nested-too-deeply", "file-too-large"].contains(error.diagnostic.code) else {
                fatalError("\(error.diagnostic.code) in what was written")
            }
            return 0
        }
        guard after.format == document.format else { fatalError("another form") }
        if case .set = change {
            let again = try? after.applying([change])
            guard again == result else { fatalError("set twice is not once") }
        }
    }
    return 0
}
