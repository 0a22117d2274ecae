// The bounds of reading are part of the API of a file reader.
@_exported public import DocumentReading
