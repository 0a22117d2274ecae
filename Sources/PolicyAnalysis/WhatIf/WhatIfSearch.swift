/// The search that a report runs over the tables of ``WhatIf``: the paths that exist with the chosen values.
///
/// It follows the edges as ``LeakSearch`` does, joins the results as ``LeakGrouping`` does, and makes no queries. A
/// test checks its law: for random documents and values, it finds the ids that ``PolicyAudit`` finds in the changed
/// document.
package enum WhatIfSearch {
    /// Defines `demarcSearch`, which turns ``WhatIf/form`` into a function from values to paths. Its argument is an
    /// array with the position of a value for each choice, and its result is an array of objects with `id`, `code`,
    /// `organization`, `from`, `to` and `gates`.
    package static let script: StaticString = #"""
        "use strict";
        globalThis.demarcSearch = data => {
          const [FROM, TO, SINKS, GROUP, CAPACITY, TAPS, , , , ORDER, CODE, OWNERS, ID, LOCATION, ANOTHER] = Array(15).keys();
          // The position of any app among the sinks of an organization.
          const ANY_APP = 0;
          const weight = effort => effort[0] + 3 * effort[1] + 4 * effort[2] + 5 * effort[3];

          function edgesOf(organization, chosen) {
            const from = organization.nodes.map(() => []);
            for (const [positions, rows] of organization.tables) {
              const row = positions.reduce((sum, at) => sum * data.choices[at].values.length + chosen[at], 0);
              for (const at of organization.lists[rows[row]]) {
                const edge = organization.edges[at];
                from[edge[FROM]].push(edge);
              }
            }
            for (const edges of from) edges.sort((a, b) => a[ORDER] - b[ORDER]);
            // Where content gets to every account already, an audit does not look at what is saved to places of others.
            return from.map((edges, node) => {
              const joined = organization.accounts.filter(account => account !== node).map(account => Math.min(
                ...edges.filter(edge => edge[TO] === account && edge[CAPACITY] === 2).map(edge => edge[LOCATION]), Infinity));
              return edges.filter(edge => !edge[ANOTHER] || Math.max(-1, ...joined) >= edge[LOCATION]);
            });
          }

          function waysFrom(start, from) {
            const leaks = [];
            const open = [{ node: start, length: 0, capacity: 2, effort: [0, 0, 0, 0] }];
            const known = new Map([[start, [open[0]]]]);
            while (open.length > 0) {
              let next = 0;
              for (let at = 1; at < open.length; at += 1) {
                const difference = weight(open[at].effort) - weight(open[next].effort);
                if (difference < 0 || (difference === 0 && open[at].capacity > open[next].capacity)) next = at;
              }
              const [way] = open.splice(next, 1);
              for (const edge of from[way.node]) {
                const effort = [
                  way.effort[0] + edge[TAPS], way.effort[1] + edge[TAPS + 1],
                  way.effort[2] | edge[TAPS + 2], way.effort[3] | edge[TAPS + 3],
                ];
                const capacity = Math.min(way.capacity, edge[CAPACITY]);
                if (edge[TO] < 0) {
                  leaks.push({ source: start, last: way.node, length: way.length, edge, capacity, effort });
                  continue;
                }
                const ways = known.get(edge[TO]) ?? [];
                if (ways.some(other => weight(other.effort) <= weight(effort) && other.capacity >= capacity)) continue;
                if (ways.length >= data.mostWays) continue;
                const longer = { node: edge[TO], length: way.length + 1, capacity, effort };
                known.set(edge[TO], [...ways, longer]);
                open.push(longer);
              }
            }
            return leaks;
          }

          function pathsOf(organization, chosen) {
            const from = edgesOf(organization, chosen);
            const policy = organization.nodes.map(node => node[1]);
            const leaks = organization.nodes.flatMap((node, at) => (node[2] ? waysFrom(at, from) : []));
            // Whether a way needs a state of the device is part of its outlet.
            const outletOf = (leak, sink, state) => `${leak.source} ${sink} ${state}`;
            const direct = new Map();
            for (const leak of leaks) {
              const own = leak.edge[OWNERS].find(owner => owner[0] === policy[leak.source]);
              leak.code = leak.edge[CODE] ?? (own ? (own[1] ? "DM101" : "DM102") : "DM103");
              leak.group = organization.groups[leak.edge[GROUP]];
              leak.sinks = leak.edge[SINKS];
              if (leak.length === 0 && leak.edge[CODE] === null && leak.code !== "DM103") {
                for (const sink of leak.sinks) {
                  const outlet = outletOf(leak, sink, leak.effort[3]);
                  direct.set(outlet, Math.max(direct.get(outlet) ?? 0, leak.capacity));
                }
              }
            }
            const isPermitted = (leak, sink) => {
              const sinks = leak.group[0] === "app" ? [sink, ANY_APP] : [sink];
              const states = leak.effort[3] ? [0, 1] : [0];
              return sinks.some(sink => states.some(
                state => (direct.get(outletOf(leak, sink, state)) ?? -1) >= leak.capacity));
            };
            const groups = new Map();
            for (const leak of leaks) {
              if (leak.length > 0) {
                if (policy[leak.last] !== null && policy[leak.last] === policy[leak.source]) continue;
                leak.sinks = leak.sinks.filter(sink => !isPermitted(leak, sink));
                if (leak.sinks.length === 0) continue;
              }
              groups.set(leak.group, [...(groups.get(leak.group) ?? []), leak]);
            }
            const found = [];
            for (const [[sink, gates], members] of groups) {
              const isMore = [...groups.keys()].some(
                ([other, fewer]) => other === sink && fewer.length > 0 && fewer.length < gates.length
                  && fewer.every(gate => gates.includes(gate)));
              if (isMore) continue;
              const rank = leak => [data.ranks[leak.code], -leak.capacity, weight(leak.effort)];
              const first = leaks => leaks.reduce((one, two) => {
                const [a, b] = [rank(one), rank(two)];
                const at = a.findIndex((value, index) => value !== b[index]);
                return at < 0 || a[at] < b[at] ? one : two;
              });
              const most = members.reduce((most, leak) => Math.max(most, leak.capacity), 0);
              const shown = first(members.filter(leak => leak.capacity === most));
              found.push({
                id: shown.edge[ID], code: first(members).code, organization: organization.name,
                from: organization.nodes[shown.source][0], to: organization.sinks[shown.sinks[0]],
                gates: gates.map(gate => organization.gates[gate]),
              });
            }
            return found;
          }

          return chosen => data.organizations.flatMap(organization => pathsOf(organization, chosen));
        };
        """#
}
