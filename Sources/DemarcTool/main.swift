import DemarcCommands

CommandLineProgram.run()
