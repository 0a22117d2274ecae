import ICAP
import Testing
