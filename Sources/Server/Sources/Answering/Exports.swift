// An adapter imports one module, which re-exports every type that occurs in an answer.
@_exported public import Hosting
