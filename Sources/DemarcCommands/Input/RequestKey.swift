/// A key of an object of NDJSON input.
enum RequestKey: String, CaseIterable {
    case url, view, user
}
