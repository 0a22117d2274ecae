// A test imports one module: what it asks, and what it is told, comes with it.
@_exported public import Demarc
@_exported public import Diagnostics
@_exported public import QuestionAnswering
