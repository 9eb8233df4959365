import CommandLine

/// A made-up program with one of everything.
enum Kitchen {
    static let loud = Option("loud", short: "l", .flag, "Make noise.")
    static let heat = Option("heat", .choice("LEVEL", ["low", "high"]), "How hot.", standard: "low")
    static let spice = Option("spice", .text("NAME"), "What goes in.", isRepeatable: true)
    static let timer = Option("timer", .optional("MINUTES"), "Ring, after these minutes.")
    static let version = Option("version", .text("RECIPE"), "Which recipe.", variable: "RECIPE")
    static let bake = Command(
        "bake", "Bake things",
        arguments: [Argument("THING", "What to bake.", count: .many, completedBy: .files)],
        options: [heat, spice, timer, version], examples: [Example("bake bread", "a loaf")])
    static let wash = Command(
        "dishes wash", "Wash up",
        arguments: [Argument("TEMPERATURE", "How warm.", choices: ["cold", "warm"])],
        examples: [Example("dishes wash warm", "the usual")])
    static let dry = Command("dishes dry", "Dry them", examples: [Example("dishes dry", "by hand")])
    static let program = Program(
        "kitchen", "cook and clean", options: [loud],
        groups: [CommandGroup("Cook", [bake]), CommandGroup("Clean", [wash, dry, sing])],
        families: [Note("dishes", "Wash and dry")], firstSteps: [Note("bake bread", "Bake a loaf")],
        topics: [Topic("heat", "Temperatures", details: ["Low is low."], notes: [Note("low", "A little.")])],
        hints: [Note("fry", "use 'bake'")], exitStatuses: [Note("0", "Done.")])
    static let sing = Command(
        "sing", "Sing along",
        arguments: [
            Argument("SONG", "What to sing.", completedBy: .commands),
            Argument("VERSE", "How it goes on.", count: .any, completedBy: .files),
        ], examples: [Example("sing la", "a short song")])
}
