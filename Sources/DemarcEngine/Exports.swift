// A host imports one module: every type that the engine's own API speaks of comes with it.
@_exported public import Diagnostics
@_exported public import PolicyModel
@_exported public import RuleIndex
@_exported public import URLMatching
@_exported public import URLStandard
