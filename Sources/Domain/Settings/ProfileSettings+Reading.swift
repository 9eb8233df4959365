extension ProfileSettings {
    init(_ section: Section, _ reading: inout Reading) {
        self.init(name: section.name)
        section.read(ProfileSettings.keys, into: &self, &reading)
        guard let table = section.sourceTable(&reading) else { return }
        section.reportForeignKeys(besides: table, &reading)
        source = table.read(section, &reading)
        check(in: section, &reading)
    }
}

extension Section {
    /// The table that `Source=` chooses.
    fileprivate func sourceTable(_ reading: inout Reading) -> SourceTable? {
        guard has("Source") else {
            reading.report("\(heading) needs Source=", at: position)
            return nil
        }
        let kinds = Kind<SourceKind>.choice().contents(of: assignments["Source"] ?? [], &reading)
        return SourceTable.all.first { $0.kind == kinds.last }
    }

    /// Reports keys that mean something only to other sources.
    fileprivate func reportForeignKeys(besides table: SourceTable, _ reading: inout Reading) {
        for (key, assignments) in assignments where !Tables.isOfEachProfile(key) && !table.hasKey(key) {
            let owners = Tables.sources(ofKey: key).map(\.rawValue).joined(separator: ", ")
            for assignment in assignments where !assignment.value.isReset {
                reading.report(
                    "'\(key)' does not belong to Source=\(table.kind.rawValue), but to \(owners)",
                    at: assignment.key.position)
            }
        }
    }
}
