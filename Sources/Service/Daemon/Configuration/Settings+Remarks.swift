internal import API
internal import Keeping
internal import Kernel
internal import Settings
internal import Tokens

extension Settings {
    /// Warnings that need a look at the named files, or the life of tokens.
    ///
    /// Given the unit that will run the daemon, they include missing permissions of its user.
    func remarks(for unit: ServiceUnit? = nil) -> [Remark] {
        let reader = unit.flatMap(UnitReader.init(daemonOf:))
        return [daemon.cacheKey.flatMap { remark(on: $0, for: reader) }, cacheRemark].compactMap { $0 }
            + profiles.flatMap { remarks(on: $0, daemon: reader, exchange: unit.map { _ in .exchange }) }
            + sinks.compactMap { remark(on: $0, for: unit) }
            + (unit.map(foreignFolders) ?? [])
    }

    /// Warns of folders that the user of the unit cannot write in.
    private func foreignFolders(for unit: ServiceUnit) -> [Remark] {
        let folder = daemon.cacheDirectory
        let cache = isForeign(folder, to: unit).map {
            Remark.daemon("CacheDirectory", "no token is cached: \($0)")
        }
        let files = sinks.compactMap { sink in
            sink.path.parentFolder.flatMap { isForeign($0, to: unit) }.map {
                Remark.sink(sink.name, "Path", "the file is not written: \($0)")
            }
        }
        return [cache].compactMap(\.self) + files
    }

    /// Looks at the owner and the mode only, and assumes that a folder writable for its group is writable.
    private func isForeign(_ folder: String, to unit: ServiceUnit) -> String? {
        guard !unit.user.isEmpty, !unit.makes(folder), let user = try? Account.named(unit.user)?.user,
            user != 0,
            let status = try? FileStatus.reached(by: folder), status.user != user, status.mode & 0o022 == 0
        else { return nil }
        return "\(folder) is not writable for user \(unit.user), as whom the unit runs the daemon"
    }

    private func remarks(
        on profile: ProfileSettings, daemon: UnitReader?, exchange: UnitReader?
    ) -> [Remark] {
        let gap = profile.availabilityGap.map { ("AvailabilityTarget", "AvailabilityTarget=: \($0)") }
        let doubt = profile.defaults.doubt.map { ("Endpoint", $0) }
        let files = profile.source.files.compactMap { file in
            fault(of: file, for: file.isForDaemon ? daemon : exchange).map { (file.key, $0) }
        }
        return ([gap, doubt].compactMap { $0 } + files).map { key, message in
            .profile(profile.name, key, message)
        }
    }

    private func fault(of file: NamedFile, for reader: UnitReader?) -> String? {
        guard let path = file.path else { return nil }
        if isMissing(path) { return "\(path) is not there" }
        if let lack = reader?.lack(of: path) { return lack }
        return file.isSecret ? exposure(of: path) : nil
    }

    /// `false` for a user that may not look, because the file may exist.
    private func isMissing(_ path: String) -> Bool {
        do throws(SystemError) {
            return try FileStatus.existing(at: path) == nil
        } catch {
            return false
        }
    }

    private func exposure(of path: String) -> String? {
        guard let isReadable = try? File.isReadableForAll(path), isReadable else { return nil }
        return "every user of this host can read \(path); let systemd hand it over as a credential, "
            + "or take that right away with 'chmod o= \(path)'"
    }

    /// Outside of the unit its credentials are not available.
    private func remark(on file: SecretPlace, for reader: UnitReader?) -> Remark? {
        guard let path = file.path else { return nil }
        do throws(CacheError) {
            _ = try CacheKey(file: file).read()
            return (reader?.lack(of: path) ?? exposure(of: path)).map { .daemon("CacheKey", $0) }
        } catch {
            return .daemon("CacheKey", "\(error); tokens are not cached without their key")
        }
    }

    /// The daemon makes the folder, but not its parent.
    private var cacheRemark: Remark? {
        let folder = daemon.cacheDirectory
        guard isMissing(folder), let parent = folder.parentFolder, isMissing(parent) else { return nil }
        return .daemon(
            "CacheDirectory",
            "\(parent) is not there, so \(folder) cannot be made and no token is cached")
    }

    private func remark(on sink: SinkSettings, for unit: ServiceUnit?) -> Remark? {
        if let obstacle = obstacle(to: sink) {
            return .sink(sink.name, "Path", "\(sink.path) is no \(obstacle), and is not replaced by one")
        }
        guard let folder = sink.path.parentFolder, isMissing(folder), unit?.makes(folder) != true else {
            return nil
        }
        return .sink(
            sink.name, "Path",
            "\(folder) is not there: the file is not written until that folder exists")
    }
}

extension Settings {
    /// The kind of file that the path of a sink must have, if it has another.
    private func obstacle(to sink: SinkSettings) -> String? {
        guard sink.format == .directory else {
            let present = try? FileStatus.reached(by: sink.path)
            return present.map { $0.kind == .regular } ?? true ? nil : "regular file"
        }
        let present = try? FileStatus.existing(at: sink.path)
        return present.map { $0.kind == .symbolicLink } ?? true ? nil : "link to a folder"
    }
}

extension String {
    /// `nil` where it is the root, which always exists.
    fileprivate var parentFolder: String? {
        guard let slash = lastIndex(of: "/"), slash != startIndex else { return nil }
        return String(self[..<slash])
    }
}
