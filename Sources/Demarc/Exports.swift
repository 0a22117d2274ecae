// A host imports one module: what Demarc's own API speaks of comes with it.
@_exported public import PolicyFiles
@_exported public import PolicyModel
@_exported public import URLStandard
