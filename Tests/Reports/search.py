"""Runs the search of a report in headless Chromium over the tables of random documents, and names what it finds otherwise.

usage: python3 search.py SCRIPT CASES    (files; PYTHONPATH has the folder of EndToEnd, whose Chromium it uses)
"""

import json
import sys

from EndToEnd.chromium import Chromium

JUDGE = """
(cases => cases.flatMap(({name, data, patches}) => {
  const search = demarcSearch(data);
  return patches.flatMap(({chosen, ids}) => {
    const found = search(chosen).map(path => path.id).sort();
    const missing = ids.filter(id => !found.includes(id)), extra = found.filter(id => !ids.includes(id));
    const twice = found.length - new Set(found).size;
    return missing.length + extra.length + twice === 0 ? [] : [{name, chosen, missing, extra, twice}];
  });
}))
"""


def main(script, cases):
    browser = Chromium()
    try:
        page = browser.open()
        with open(script) as file:
            page.run(file.read())
        with open(cases) as file:
            differences = page.run(f"{JUDGE}({file.read()})")
    finally:
        browser.close()
    for difference in differences[:10]:
        print(json.dumps(difference)[:1500])
    print(f"{len(differences)} differences")
    return 1 if differences else 0


sys.exit(main(*sys.argv[1:]))
