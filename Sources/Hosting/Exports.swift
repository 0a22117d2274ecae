@_exported public import Demarc
@_exported public import RequestReading
