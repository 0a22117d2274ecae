"""Copying from and pasting into frames inside a page: the owner of the frame decides, not the owner of the page."""

import time
from urllib.parse import urlencode

from .flows import DANA
from .service import Person

# The positions of the fields of the pages below: of the page, of the frame in it, and of the frame in that frame.
OUTER, MIDDLE, INNER = 30, 90, 150
X = 500


def page(host, title, text="", frame=None):
    """A page with a field, and with a frame below it."""
    return f"http://{host}/clipboard?" + urlencode({"title": title, "text": text, **({"frame": frame} if frame else {})})


class Frames:
    def __init__(self, browser, service):
        self.browser, self.service = browser, service

    def open(self, *pages):
        """A page of the organization in view D, with the given pages nested in it."""
        person = Person(self.browser, self.service)
        person.sign_in(DANA)
        person.open_view("D")
        person.shows("Contoso intranet")
        url = None
        for host, title, text in reversed(pages):
            url = page(host, title, text, url)
        person.go(url)
        person.shows(pages[0][1])
        return person

    def copy(self, person, y, *note):
        """Copies the whole content of a field."""
        person.clear_notes()
        person.run("left.length = 0")
        self.click_until_focused(person, y)
        person.select_all()
        person.copy()
        person.noted(*note)

    def paste(self, person, y, *note):
        person.clear_notes()
        self.click_until_focused(person, y)
        person.paste()
        person.noted(*note)

    @staticmethod
    def click_until_focused(person, y):
        """A frame accepts clicks once it is painted."""
        time.sleep(0.4)
        person.click_in_page(X, y)
        time.sleep(0.3)

    def test_a_frame_of_another_site_is_decided_by_whose_it_is(self):
        # The organization's page, with an unmanaged frame in it, which contains a frame of the organization.
        person = self.open(("hr.contoso.test", "outer", "salary of the outer"), ("search.test", "middle", "news of the middle"),
                           ("docs.contoso.test", "inner", "plan that is of the inner"))
        self.copy(person, INNER, "protected copy", "25 characters", "clipboard.outbound")
        assert person.run("left.length") == 0
        self.paste(person, MIDDLE, "block paste", "clipboard.outbound.managedApps")
        self.paste(person, OUTER, "allow paste", "25 characters")
        # Content copied from the unmanaged frame leaves freely, but cannot be pasted into the organization's.
        self.copy(person, MIDDLE, "plain copy", "18 characters", "page.external.frame")
        assert person.run("left[0]") == "news of the middle"
        self.paste(person, INNER, "block paste", "clipboard.inbound")
        self.paste(person, OUTER, "block paste", "clipboard.inbound")
        self.paste(person, MIDDLE, "allow paste")
        # Nothing was pasted where it was refused, and allowed content was appended to the field and nowhere else.
        self.copy(person, MIDDLE, "plain copy", "36 characters")
        self.copy(person, INNER, "protected copy", "25 characters")
        self.copy(person, OUTER, "protected copy", "44 characters")
        person.end()

    def test_a_frame_of_the_same_site_is_the_pages_own_unless_policy_says_otherwise(self):
        person = self.open(("hr.contoso.test", "outer", "salary of the outer"), ("hr.contoso.test", "same", "bonus"),
                           ("docs.contoso.test", "inner", "plan that is of the inner"))
        self.copy(person, INNER, "protected copy", "25 characters")
        self.paste(person, MIDDLE, "allow paste")
        self.copy(person, MIDDLE, "protected copy", "30 characters")
        person.end()
        # One process for both, with two owners: a host of the site is removed from the organization.
        self.service.edit("      - id: gambling\n", "      - id: public\n        class: external\n"
                          "        host: docs.contoso.test\n        priority: 5\n      - id: gambling\n")
        try:
            time.sleep(0.5)
            person = self.open(("hr.contoso.test", "outer", "salary of the outer"), ("docs.contoso.test", "public", "vacancies of this week"))
            self.copy(person, MIDDLE, "plain copy", "22 characters", "page.external.frame")
            self.paste(person, OUTER, "block paste", "clipboard.inbound")
            self.copy(person, OUTER, "protected copy", "19 characters")
            self.paste(person, MIDDLE, "block paste", "clipboard.outbound.managedApps")
            person.end()
        finally:
            self.service.restore_policy()

    def test_a_frame_that_a_page_has_made_itself_is_the_pages_only_where_all_are_of_one_owner(self):
        person = self.open(("hr.contoso.test", "outer", "salary of the outer"))
        self.copy(person, OUTER, "protected copy")
        for number, (frame, others, expected) in enumerate((
            ("data:text/html,<body style=margin:0><textarea style='width:100%25;height:60px'>made by the page itself</textarea>", "", True),
            ("about:blank", "", True),
            # Another frame of the page may have navigated the frame there.
            ("about:blank", page("search.test", "other"), False),
            ("data:text/html,<body style=margin:0><textarea style='width:100%25;height:60px'>made by whom</textarea>", page("search.test", "other"), False),
        )):
            person.go(page("hr.contoso.test", f"made {number}", "", frame) + ("&" + urlencode({"second": others}) if others else ""))
            person.shows(f"made {number}")
            # The other frame may be decided after the page is shown.
            if others:
                person.noted("navigate frame", "search.test")
            person.clear_notes()
            self.click_until_focused(person, MIDDLE)
            person.paste()
            if expected:
                person.noted("allow paste")
            else:
                person.says("Nothing can be pasted here.")
                assert not person.notes(), person.notes()
        person.end()
