import Hosting
import Testing
