@testable import URLStandard

/// The bytes and the layout of a record, for comparing and printing.
struct RecordSnapshot: Equatable {
    var href: String
    var layout: URLLayout

    init(_ url: borrowing URLRecord) {
        href = url.hrefString
        layout = url.layout
        // How a record was created depends on the input rather than on the URL, and only the fast path sets dots.
        layout.isPlain = false
        layout.dots = 0
    }
}
