// An adapter imports one module: every type that an answer speaks of comes with it.
@_exported public import Hosting
