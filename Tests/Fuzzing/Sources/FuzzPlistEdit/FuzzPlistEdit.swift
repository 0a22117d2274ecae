import Demarc
import Diagnostics
import PropertyList

/// Holds changes of property lists to their laws: what comes before the last byte 0xFF is a property list, what stands
/// behind it chooses the changes.
///
/// 1. Nothing crashes or hangs, whatever the file and whatever the changes.
/// 2. Without changes the result is the file.
/// 3. A result can be read, is of the same form, and giving a key the value that it was just given changes nothing.
@c(LLVMFuzzerTestOneInput)
public func fuzzPlistEdit(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // SAFETY: libFuzzer passes as many bytes as it says, and keeps them for the call.
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
        // Values can become too many, or too deep, for the bounds; nothing else can go wrong.
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
