import ArgumentParser
import DemarcServer

print("demarc-serve")
