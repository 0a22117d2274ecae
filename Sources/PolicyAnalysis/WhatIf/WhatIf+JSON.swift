import ByteText
package import PolicyModel

/// The contents of a report: the choices, and for each organization its containers, edges and tables.
extension WhatIf {
    /// Values, such as texts and lists of numbers, that many edges share. Each is written once.
    private struct Pool<Value: Hashable> {
        private(set) var values: [Value] = []
        private var positions: [Value: Int] = [:]

        mutating func position(of value: Value) -> Int {
            if let known = positions[value] { return known }
            positions[value] = values.count
            values.append(value)
            return values.count - 1
        }
    }

    /// An edge in its written form. Two edges with the same form are one edge.
    private struct EdgeForm: Hashable {
        let text: String
        let form: JSONForm

        static func == (left: Self, right: Self) -> Bool { left.text == right.text }
        func hash(into hasher: inout Hasher) { hasher.combine(text) }
    }

    private struct Group: Hashable {
        var sink: FlowSink.Class
        var gates: [Int]
    }

    /// The form that the script of the report reads.
    ///
    /// - Parameter shown: Converts a text of the document to the text to display.
    /// - Returns: The object.
    /// - Complexity: O(*n*) in the edges of all tables.
    package func form(_ shown: (String) -> String = { $0 }) -> JSONForm {
        let used = used
        let numbers = Dictionary(uniqueKeysWithValues: zip(used, 0...))
        // Two names that are displayed alike still belong to two policies.
        var policies = Pool<String>()
        let shownChoices = used.map { form(of: choices.choices[$0], &policies, shown) }
        let shownOrganizations = organizations.map { form(of: $0, numbers, &policies, shown) }
        return .object([
            "policies": .list(policies.values.map { .string(shown($0)) }),
            "choices": .list(shownChoices),
            "ranks": .object(AuditCode.allCases.map { JSONForm.Member($0.rawValue, .number($0.rank)) }),
            "mostWays": .number(LeakSearch.mostWays),
            "organizations": .list(shownOrganizations),
        ])
    }

    private func form(
        of choice: WhatIfChoice,
        _ policies: inout Pool<String>,
        _ shown: (String) -> String
    ) -> JSONForm {
        .object([
            "policy": .number(policies.position(of: choice.place.policy)),
            "setting": .string(choice.place.setting.name),
            "about": .string(choice.place.setting.row.summary.replacing("`", with: "")),
            "values": .list(choice.values.map { .string(shown(SettingInForce.Value($0).text)) }),
            "now": .number(choice.current),
        ])
    }

    private func form(
        of organization: Organization,
        _ numbers: [Int: Int],
        _ policies: inout Pool<String>,
        _ shown: (String) -> String
    ) -> JSONForm {
        // Sources come first, in the order in which the audit searches from them.
        let nodes =
            organization.nodes.filter(\.isSource).sorted(on: \.node)
            + organization.nodes.filter { !$0.isSource }.sorted(on: \.node)
        let places = Dictionary(uniqueKeysWithValues: zip(nodes.map(\.node), 0...))
        var gates = Pool<FlowGate>()
        var groups = Pool<Group>()
        var sinks = Pool<String>()
        // The script knows any app by this position.
        _ = sinks.position(of: FlowSink.anyApp.words)
        var edges = Pool<EdgeForm>()
        var lists = Pool<[Int]>()
        _ = lists.position(of: [])
        let tables = organization.tables.sorted(on: { $0.key }).map { _, table -> JSONForm in
            let rows = (0..<choices.count(of: table.positions)).map { row in
                lists.position(
                    of: (table.rows[row] ?? []).map { edge in
                        let keys = edge.gates.map { gates.position(of: $0) }
                        let group = edge.sinks.first
                            .map { groups.position(of: Group(sink: $0.sinkClass, gates: keys)) }
                        let form = form(
                            of: edge,
                            places,
                            group,
                            edge.sinks.map { sinks.position(of: $0.words) },
                            &policies
                        )
                        return edges.position(of: EdgeForm(text: form.text, form: form))
                    }
                )
            }
            return .list([
                .list(table.positions.map { .number(numbers[$0] ?? 0) }), .list(rows.map { .number($0) }),
            ])
        }
        return .object([
            "name": .string(shown(organization.name)),
            "nodes": .list(
                nodes.map {
                    .list([
                        .string(shown(LeakPath.Source($0.node).words)),
                        $0.policy.map { .number(policies.position(of: $0)) } ?? .null, .boolean($0.isSource),
                    ])
                }
            ),
            "accounts": .list(organization.accounts.compactMap { places[$0].map { .number($0) } }),
            "gates": .list(gates.values.map { .string(shown($0.words)) }),
            "groups": .list(
                groups.values.map { .list([.string($0.sink.name), .list($0.gates.map { .number($0) })]) }
            ),
            "sinks": .list(sinks.values.map { .string(shown($0)) }),
            "edges": .list(edges.values.map(\.form)),
            "lists": .list(lists.values.map { .list($0.map { .number($0) }) }),
            "tables": .list(tables),
        ])
    }

    private func form(
        of edge: WhatIfEdge,
        _ places: [FlowNode: Int],
        _ group: Int?,
        _ sinks: [Int],
        _ policies: inout Pool<String>
    ) -> JSONForm {
        let code: AuditCode? =
            switch edge.crossing {
            case .setting: nil
            case .mislabelledPage: .mislabelledPage
            case .mislabelledSite: .mislabelledSite
            case .contradiction: .contradiction
            case .unknown: .unknown
            }
        let owners = zip(edge.gates, edge.isWritten).filter { $0.0.kind == .setting }
            .map { gate, isWritten -> JSONForm in
                .list([.number(policies.position(of: gate.owner)), .boolean(isWritten)])
            }
        let effort = edge.effort
        let from = places[edge.from] ?? 0
        let target = edge.target.flatMap { places[$0] } ?? -1
        let capacity = FlowCapacity.allCases.firstIndex(of: edge.capacity) ?? 0
        let ends: [JSONForm] = [.number(from), .number(target), .list(sinks.map { .number($0) }), .number(group ?? -1)]
        let numbers: [Int] = [
            capacity, effort.taps, effort.switches, effort.needsAuthor ? 1 : 0,
            effort.needsDeviceState ? 1 : 0, edge.order,
        ]
        let rest: [JSONForm] = [
            .string(orNull: code?.rawValue), .list(owners), .string(edge.id), .number(edge.location ?? -1),
            .number(edge.isOfAnother ? 1 : 0),
        ]
        return .list(ends + numbers.map { .number($0) } + rest)
    }
}
