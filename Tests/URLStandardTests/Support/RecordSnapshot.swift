@testable import URLStandard

/// The bytes and the layout of a record, to compare and print.
struct RecordSnapshot: Equatable {
    var href: String
    var layout: URLLayout

    init(_ url: borrowing URLRecord) {
        href = url.hrefString
        layout = url.layout
        // Which path made a record says something about the input, not about the URL; and only the fast one has dots.
        layout.isPlain = false
        layout.dots = 0
    }
}
