import RequestReading
import Testing
