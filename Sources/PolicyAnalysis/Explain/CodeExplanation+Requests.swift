import RequestReading

extension CodeExplanation {
    /// Why a request cannot be read as a single request, and the ways in which servers read its path.
    static let ofRequests: [CodeExplanation] =
        RequestFault.allCases.map { fault in
            CodeExplanation(
                code: fault.rawValue,
                kind: .request,
                title: String(fault.meaning.dropLast()),
                text: fault.meaning + " The request is blocked, and no rule is checked.",
                page: "RequestReading"
            )
        }
        + PathReading.allCases.map { reading in
            CodeExplanation(
                code: reading.rawValue,
                kind: .request,
                title: "a server that \(reading.meaning) reads another path",
                text: """
                    Some servers read this path differently from the URL Standard: such a server \(reading.meaning), \
                    and then removes `.` and `..` segments. A proxy decides this reading too. If the decision differs, \
                    the request is blocked with `url.readingsDiffer`.
                    """,
                page: "RequestReading"
            )
        }
}
