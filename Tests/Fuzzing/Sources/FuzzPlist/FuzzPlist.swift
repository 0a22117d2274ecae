import Demarc
import Diagnostics
import PolicyFiles
import PropertyList

/// Checks the laws of the reader of property lists, and of the Info.plist reader, on any bytes.
///
/// 1. Nothing crashes, hangs or exceeds its limits; libFuzzer watches time and memory.
/// 2. A rejected file has findings that point into it.
/// 3. Every place is inside the file. In XML, it begins with the tag of its value, contains the places of the value's
///   content, and comes after the place of the preceding value.
/// 4. A rejected Info.plist has an error, and a used one has none; findings can be printed.
@c(LLVMFuzzerTestOneInput)
public func fuzzPlist(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // SAFETY: libFuzzer passes `count` bytes, which are valid during the call.
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    var bounds = PropertyListBounds()
    // Small enough for inputs to reach the limits.
    bounds.nodes = 2_000
    do throws(PropertyListError) {
        PlistLaws(try PropertyListReader(bounds: bounds).read(bytes, path: "Info.plist"), bounds).check()
    } catch {
        for place in error.diagnostics.flatMap(\.places) where place.end.offset > error.source.bytes.count {
            fatalError("a finding outside the file")
        }
    }
    let files = MemoryFiles(["Info.plist": bytes])
    let result = PolicyDocumentReader(files: files).load(text: "demarc: 1\napp: {infoPlist: Info.plist}\n", path: "p")
    let hasErrors = result.diagnostics.contains { $0.severity == .error }
    guard result.isUsable != hasErrors else { fatalError("refused without an error, or used in spite of one") }
    _ = TextReport(sources: result.sources).text(result.diagnostics)
    return 0
}
