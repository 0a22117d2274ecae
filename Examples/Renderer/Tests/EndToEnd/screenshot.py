"""Takes the picture of the demo for the documentation: `python3 -m EndToEnd.screenshot FILE`."""

import sys
import time

from .chromium import Chromium
from .flows import DANA
from .service import Person, Service


def main():
    service, browser = Service(), Chromium("--window-size=1280,900")
    try:
        person = Person(browser, service)
        person.sign_in(DANA)
        person.open_view("A")
        person.shows("Notice: privacy")
        person.open_view("D")
        person.shows("Contoso intranet")
        person.select_all()
        person.copy()
        person.noted("protected copy")
        person.click_row(4)
        person.noted("block navigate")
        time.sleep(1)
        person.page.screenshot(sys.argv[1])
        person.end()
    finally:
        browser.close()
        service.close()


main()
