import Demarc
import Diagnostics
import PolicyFiles
import PropertyList

/// Holds the reader of property lists, and what reads an Info.plist, to their laws on any bytes.
///
/// 1. Nothing crashes, hangs or goes over its bounds; libFuzzer watches time and memory.
/// 2. What is refused comes with findings that point into the file.
/// 3. Every place lies inside the file. In XML it begins with the tag of its value, holds the places of what the value
///    holds, and comes behind that of its neighbour before.
/// 4. An Info.plist that is refused comes with an error, and one that is used with none; findings can be printed.
@c(LLVMFuzzerTestOneInput)
public func fuzzPlist(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // SAFETY: libFuzzer passes as many bytes as it says, and keeps them for the call.
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    var bounds = PropertyListBounds()
    // Small enough for the bounds to be met.
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
