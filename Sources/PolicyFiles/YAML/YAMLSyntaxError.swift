/// What the YAML scanner or parser stumbled over.
struct YAMLSyntaxError: Error {
    /// What is wrong, in libyaml's words.
    var problem: String
    /// The scalar it stands at.
    var place: Int
    /// What was being read, in libyaml's words.
    var context: String?
    /// The scalar at which that began.
    var contextPlace: Int?
}
