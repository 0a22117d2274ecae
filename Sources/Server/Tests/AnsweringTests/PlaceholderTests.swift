import Answering
import Testing
