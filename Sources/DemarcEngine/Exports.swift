// A host imports one module: every type in the engine's own API comes with it.
@_exported public import Diagnostics
@_exported public import PolicyModel
@_exported public import RuleIndex
@_exported public import URLMatching
@_exported public import URLStandard

@_exported public import enum ByteText.MappingError
@_exported public import class ByteText.SharedBytes
