/// The interactive features of an audit report for readers who enable scripts: filter, sort, and what-if.
///
/// The script decides nothing. What-if searches the engine's answers with `WhatIfSearch`; if that search does not
/// reproduce the audit's result for the policy in force, what-if is not available. Texts are inserted into the page
/// only as text.
enum AuditScript {
    static let text: StaticString = #"""
        "use strict";
        (() => {
          const element = (name, text, className) => {
            const made = document.createElement(name);
            if (text !== undefined) made.textContent = text;
            if (className) made.className = className;
            return made;
          };
          const byID = id => document.getElementById(id);

          // Filter and sort.
          const list = byID("path-list");
          const cards = list ? [...list.children] : [];
          const tools = byID("path-tools");
          if (tools) {
            tools.hidden = false;
            const orders = {
              rank: (a, b) => cards.indexOf(a) - cards.indexOf(b),
              effort: (a, b) => a.dataset.effort - b.dataset.effort || orders.rank(a, b),
              to: (a, b) => a.dataset.to.localeCompare(b.dataset.to) || orders.rank(a, b),
              from: (a, b) => a.dataset.from.localeCompare(b.dataset.from) || orders.rank(a, b),
            };
            const show = () => {
              const shown = new Set([...tools.querySelectorAll("input[type=checkbox]:checked")].map(box => box.value));
              const text = byID("path-text").value.trim().toLowerCase();
              let count = 0;
              for (const card of cards) {
                card.hidden = !shown.has(card.dataset.severity) || !card.textContent.toLowerCase().includes(text);
                if (!card.hidden) count += 1;
              }
              list.append(...[...cards].sort(orders[byID("path-order").value]));
              byID("path-count").textContent = `${count} of ${cards.length} shown`;
            };
            tools.addEventListener("input", show);
            show();
          }
          // A card that a link leads to is shown, whatever the filter says.
          const reveal = () => {
            const card = byID(decodeURIComponent(location.hash.slice(1)))?.closest("details");
            if (card) { card.hidden = false; card.open = true; }
          };
          addEventListener("hashchange", reveal);
          reveal();

          // What if: a search of the tables.
          const source = byID("what-if-data");
          if (!source) return;
          const data = JSON.parse(source.textContent);
          const now = data.choices.map(choice => choice.now);
          const search = demarcSearch(data);
          // For tests: the ids of the paths under some values.
          window.demarcPaths = chosen => search(chosen).map(path => path.id).sort();

          const panel = byID("what-if");
          panel.hidden = false;
          byID("what-if-link").hidden = false;
          const found = window.demarcPaths(now);
          if (found.join() !== [...data.paths].sort().join()) {
            byID("what-if-choices").append(element("p", "This page could not repeat what the audit found, so it does not guess."));
            return;
          }

          const chosen = [...now];
          const selects = [];
          const cardOf = new Map(cards.map(card => [card.dataset.path, card]));
          // Of the sources and sinks that a path represents, its card may name others than the search.
          const sentence = path => cardOf.get(path.id)?.querySelector(".route").textContent ?? `${path.from} → ${path.to}`;
          const count = (number, one, several) => `${number} ${number === 1 ? one : several}`;

          function show() {
            const changed = chosen.filter((value, at) => value !== now[at]).length;
            const paths = search(chosen);
            const ids = new Set(paths.map(path => path.id));
            const closed = search(now).filter(path => !ids.has(path.id));
            const before = new Set(data.paths);
            const opened = paths.filter(path => !before.has(path.id));
            byID("what-if-result").textContent = changed === 0
              ? "Change a setting below to see which paths close and which open."
              : `${count(changed, "change", "changes")}: closes ${count(closed.length, "path", "paths")}, opens `
                + `${opened.length === 0 ? "none" : opened.length}. ${count(paths.length, "path is", "paths are")} left.`;
            const lists = byID("what-if-lists");
            lists.replaceChildren();
            for (const [title, some] of [["Opened", opened], ["Closed", closed]]) {
              if (some.length === 0) continue;
              lists.append(element("h3", title));
              const items = element("ul");
              for (const path of some.slice(0, 40)) {
                const item = element("li", sentence(path));
                item.append(element("span", ` ${path.gates.join("; ")}`, "meaning"));
                items.append(item);
              }
              if (some.length > 40) items.append(element("li", `and ${some.length - 40} more`));
              lists.append(items);
            }
            for (const [id, card] of cardOf) card.classList.toggle("gone", !ids.has(id));
            for (const select of selects) select.classList.toggle("changed", chosen[select.dataset.at] !== now[select.dataset.at]);
            byID("what-if-reset").disabled = changed === 0;
          }

          const policies = new Map();
          data.choices.forEach((choice, at) => {
            policies.set(choice.policy, [...(policies.get(choice.policy) ?? []), [choice, at]]);
          });
          for (const [policy, choices] of policies) {
            const group = element("details");
            group.open = policies.size === 1;
            group.append(element("summary", `Policy ${data.policies[policy]}: ${count(choices.length, "setting", "settings")}`));
            const grid = element("div", undefined, "choices");
            for (const [choice, at] of choices) {
              const label = element("label");
              label.append(element("code", choice.setting), element("span", choice.about, "meaning"));
              const select = element("select");
              select.dataset.at = at;
              choice.values.forEach((value, position) => {
                const option = element("option", position === choice.now ? `${value} (now)` : value);
                option.value = position;
                option.selected = position === choice.now;
                select.append(option);
              });
              select.addEventListener("change", () => { chosen[at] = Number(select.value); show(); });
              selects.push(select);
              label.append(select);
              grid.append(label);
            }
            group.append(grid);
            byID("what-if-choices").append(group);
          }
          byID("what-if-reset").addEventListener("click", () => {
            now.forEach((value, at) => { chosen[at] = value; });
            for (const select of selects) select.value = now[select.dataset.at];
            show();
          });
          show();
        })();
        """#
}
