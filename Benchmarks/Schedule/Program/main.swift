// The simulation is the one of FleetTests and OutageTests, on the schedule that the daemon runs by.
ScheduleBenchmark.run(Array(CommandLine.arguments.dropFirst()))
