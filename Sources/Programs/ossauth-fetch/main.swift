internal import Fetching
internal import Kernel

ThisProcess.exit(Fetch.run(Array(CommandLine.arguments.dropFirst())))
