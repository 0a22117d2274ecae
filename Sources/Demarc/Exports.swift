// A host imports one module: the engine, and every type that reading documents speaks of, come with it.
@_exported public import DemarcEngine
@_exported public import PolicyFiles
