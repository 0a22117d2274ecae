// No other import: a host that imports Demarc names every type that its API speaks of. The engine's own are named by
// the host in Tests/EngineAlone; one of each of its modules shows that they come along.
import Demarc

/// Every public type in the signatures of what Demarc adds to the engine, and some of the engine's.
enum PublicNames {
    static let types: [Any.Type] = [
        PolicyLoadingError.self, PolicyReload.self, PolicyReloads.self, PolicyReloads.Iterator.self,
        PolicyDocumentReader.self, PolicyLoadResult.self, ReadingBounds.self, (any FileSource).self, FileError.self,
        FileStamp.self, CompiledPolicy.self, CompiledFileError.self, Diagnostic.self, SourceLocation.self,
        SourceRange.self, SourceFile.self, PolicyDocument.self, Matcher.self, URLParsingError.self, Decision.self,
        ViewID.self, Reason.self,
    ]
}
