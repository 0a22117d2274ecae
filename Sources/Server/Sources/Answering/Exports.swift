@_exported public import Hosting
