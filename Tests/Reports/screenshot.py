"""Makes the picture of a report that the documentation shows.

usage: cd Tests/Reports && demarc audit --policy example.yaml --format html --output /tmp/report.html &&
       PYTHONPATH=../../Examples/Renderer/Tests python3 screenshot.py /tmp/report.html PNG
"""

import sys

from page import Report

from EndToEnd.chromium import Chromium


def main(report, file):
    browser = Chromium("--hide-scrollbars")
    try:
        shown = Report(browser, report, width=960)
        shown.page.screenshot(file)
    finally:
        browser.close()


main(*sys.argv[1:])
