internal import API
internal import Kernel
internal import Settings
internal import Tokens

extension Settings {
    /// What only those see who look at the files that are named, or know the life of tokens.
    var remarks: [Remark] {
        [daemon.cacheKey.flatMap(remark), cacheRemark].compactMap { $0 }
            + profiles.flatMap(remarks) + sinks.compactMap(remark)
    }

    private func remarks(on profile: ProfileSettings) -> [Remark] {
        let gap = profile.availabilityGap.map { ("AvailabilityTarget", "AvailabilityTarget=: \($0)") }
        let doubt = profile.defaults.doubt.map { ("Endpoint", $0) }
        let files = profile.source.files.compactMap { file in fault(of: file).map { (file.key, $0) } }
        return ([gap, doubt].compactMap { $0 } + files).map { key, message in
            .profile(profile.name, key, message)
        }
    }

    private func fault(of file: NamedFile) -> String? {
        if isMissing(file.path) { return "\(file.path) is not there" }
        return file.isSecret ? exposure(of: file.path) : nil
    }

    /// Whoever may not look does not know.
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

    /// Outside of the unit nobody has its credentials.
    private func remark(on file: SecretPlace) -> Remark? {
        guard let path = file.path else { return nil }
        do throws(CacheError) {
            _ = try CacheKey(file: file).read()
            return exposure(of: path).map { .daemon("CacheKey", $0) }
        } catch {
            return .daemon("CacheKey", "\(error); tokens are not cached without their key")
        }
    }

    /// The daemon makes the folder, but not the one that it lies in.
    private var cacheRemark: Remark? {
        let folder = daemon.cacheDirectory
        guard isMissing(folder), let parent = folder.parentFolder, isMissing(parent) else { return nil }
        return .daemon(
            "CacheDirectory",
            "\(parent) is not there, so \(folder) cannot be made and the daemon does not start",
            isError: true)
    }

    private func remark(on sink: SinkSettings) -> Remark? {
        if let present = try? FileStatus.reached(by: sink.path), present.kind != .regular {
            return .sink(sink.name, "Path", "\(sink.path) is no regular file, and is not replaced by one")
        }
        guard let folder = sink.path.parentFolder, isMissing(folder) else { return nil }
        return .sink(
            sink.name, "Path",
            "\(folder) is not there: the file is not written until somebody makes that folder")
    }
}

extension String {
    /// `nil` where that is the root, which is always there.
    fileprivate var parentFolder: String? {
        guard let slash = lastIndex(of: "/"), slash != startIndex else { return nil }
        return String(self[..<slash])
    }
}
