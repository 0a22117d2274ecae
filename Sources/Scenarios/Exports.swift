// A test imports one module, which also provides the types of its questions and results.
@_exported public import Demarc
@_exported public import Diagnostics
@_exported public import QuestionAnswering
