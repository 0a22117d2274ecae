class Escapes:
    def __init__(self, browser, service):
        self.browser, self.service = browser, service
