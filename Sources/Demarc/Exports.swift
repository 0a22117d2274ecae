// A host imports one module: the engine, and every type that is needed for reading documents, come with it.
@_exported public import DemarcEngine
@_exported public import PolicyFiles
