// No other import: a host that imports only Demarc must be able to name every type in its API. The host in
// Tests/EngineAlone names the engine's own types; here, one type of each of the engine's modules shows that they are
// re-exported.
import Demarc

/// Every public type in the signatures that Demarc adds to the engine, and some of the engine's types.
enum PublicNames {
    static let types: [Any.Type] = [
        PolicyLoadingError.self, PolicyReload.self, PolicyReloads.self, PolicyReloads.Iterator.self,
        PolicyDocumentReader.self, PolicyLoadResult.self, ReadingBounds.self, (any FileSource).self, FileError.self,
        FileStamp.self, CompiledPolicy.self, CompiledFileError.self, Diagnostic.self, SourceLocation.self,
        SourceRange.self, SourceFile.self, PolicyDocument.self, Matcher.self, URLParsingError.self, Decision.self,
        ViewID.self, Reason.self,
    ]
}
