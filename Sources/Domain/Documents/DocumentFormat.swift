/// The format in which a program expects a credential.
package enum DocumentFormat: String, CaseIterable, Sendable {
    /// The six members of a credentials URI.
    case json
    /// Variables for a shell, or for `EnvironmentFile=`.
    case env
    /// The output of a credential process, for the OSS SDKs and ossfs.
    case process
    /// The output of a process, for the credentials libraries and aliyun-cli.
    case external
    /// The credentials file of the Java SDK.
    case ini
    /// The configuration file of ossutil 1 and 2.
    case ossutil
    /// The format of ossfs, whose parser is no full JSON parser.
    case ossfs
    /// The answer of an AppServer.
    case appserver
    /// The answer of a container's credential endpoint, and of the metadata service of EC2.
    case aws
    /// The output of `credential_process`, for AWS SDKs.
    case awsProcess = "aws-process"
    /// The shared credentials file of AWS SDKs.
    case awsIni = "aws-ini"

    /// Whether it contains the endpoint and the region.
    package var hasPlace: Bool { self == .env || self == .ossutil || self == .awsIni }

    /// A sentence for references and help.
    package var summary: String {
        switch self {
        case .json: "six members, as from a credentials URI or the metadata service"
        case .env: "NAME=value lines for a shell or EnvironmentFile=, with the names of --env"
        case .process: "four members, for credential processes of OSS SDKs"
        case .external: "StsToken, for mode External of aliyun-cli and the credentials libraries"
        case .ini: "credentials file of the Java SDK"
        case .ossutil: "configuration file of ossutil"
        case .ossfs: "four members, for -ocredential_process of ossfs"
        case .appserver: "the answer of an AppServer"
        case .aws: "the answer of a credential endpoint, for S3 programs"
        case .awsProcess: "for credential_process of S3 programs"
        case .awsIni: "credentials file of S3 programs, as ~/.aws/credentials"
        }
    }

    /// With less life left, the programs that read such a document fetch another one.
    ///
    /// The credentials libraries have a margin of 15 minutes and ossfs of 20; the 54 of the Java SDK exceed a usual life.
    package var margin: Duration {
        switch self {
        case .json, .ossfs: .seconds(20 * 60)
        case .appserver: .seconds(12 * 60)
        // botocore asks again with 15 minutes left.
        case .aws, .awsProcess: .seconds(15 * 60)
        case .external: .seconds(3 * 60)
        // Programs read these once at their start, or at times that do not depend on the document.
        case .process, .env, .ini, .ossutil, .awsIni: .zero
        }
    }
}
