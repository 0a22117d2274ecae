// The declarations that the examples of the documentation assume: what every host has, and how it handles an answer.
// Scripts/build-documentation compiles the examples together with this file; it never runs them.

import Demarc

private func given<Value>() -> Value { fatalError("examples are compiled, not run") }

let engine: PolicyEngine = given()
let document: PolicyDocument = given()
let request = "https://search.example/"
let text = "Quarterly figures"
let lines: [String] = []
let bytes: [UInt8] = []
let log = Log()

struct Log: Sendable {
    func error(_ message: String) {}
}

func use<Value: ~Copyable & ~Escapable>(_ value: borrowing Value) {}
func load(_ url: String, in view: ViewID) {}
func open(_ url: String) {}
func openElsewhere(_ url: String?) {}
func offerManagedBrowser() {}
func show(_ message: String) {}
func show(_ messages: [String]) {}
func saveCopy() {}
func encryptAndSend() {}
func hidePrinting() {}
func askForPIN(of account: AccountID?) -> Bool { false }
