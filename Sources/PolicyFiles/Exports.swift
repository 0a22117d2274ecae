// Bounds of reading are part of what a reader of files is told.
@_exported public import DocumentReading
