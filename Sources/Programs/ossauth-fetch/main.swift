internal import Fetching
internal import Kernel

ThisProcess.exit(HelperProgram.run(Array(CommandLine.arguments.dropFirst())))
