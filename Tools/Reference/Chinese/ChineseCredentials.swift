extension Chinese {
    /// For the commands for credentials.
    static let credentials: [String: String] = [
        "with variables":
            "使用环境变量",
        "with one that lasts ten minutes":
            "使用至少还有十分钟有效期的凭证",
        "under the names of Terraform":
            "使用 Terraform 的变量名",
        "the same for S3 programs":
            "同上，供 S3 程序使用",
        "with an address that has the newest":
            "使用一个总能取得最新凭证的地址",
        "The program finds the credential in ALIBABA_CLOUD_ACCESS_KEY_ID, ALIBABA_CLOUD_ACCESS_KEY_SECRET and ALIBABA_CLOUD_SECURITY_TOKEN, and once more in OSS_ACCESS_KEY_ID, OSS_ACCESS_KEY_SECRET and OSS_SESSION_TOKEN, which only its user can read. If neither is set, OSS_REGION and OSS_ENDPOINT are set to those of the profile. Ends as the program ends.":
            "程序在 ALIBABA_CLOUD_ACCESS_KEY_ID、ALIBABA_CLOUD_ACCESS_KEY_SECRET 和 ALIBABA_CLOUD_SECURITY_TOKEN 中得到凭证，同样的值也在 OSS_ACCESS_KEY_ID、OSS_ACCESS_KEY_SECRET 和 OSS_SESSION_TOKEN 中，只有程序的用户可以读取。OSS_REGION 和 OSS_ENDPOINT 都没有设置时，设为 Profile 中的值。退出状态与程序相同。",
        "With --env it finds the credential under other names: those of a set, or NAME=MEMBER with one of AccessKeyId, AccessKeySecret, SecurityToken, Expiration, Region, Endpoint, S3Endpoint. Region and endpoint have the names of the set too, if the caller has set none of them.":
            "使用 --env 时，凭证放在其他变量名中：一组名称，或 NAME=MEMBER，其中 MEMBER 为 AccessKeyId、AccessKeySecret、SecurityToken、Expiration、Region、Endpoint、S3Endpoint 之一。如果调用者没有设置地域和 Endpoint 的变量，它们也使用这一组的名称。",
        "oss: ALIBABA_CLOUD_ACCESS_KEY_ID ALIBABA_CLOUD_ACCESS_KEY_SECRET ALIBABA_CLOUD_SECURITY_TOKEN OSS_ACCESS_KEY_ID OSS_ACCESS_KEY_SECRET OSS_SESSION_TOKEN OSS_REGION OSS_ENDPOINT. alicloud: ALICLOUD_ACCESS_KEY ALICLOUD_SECRET_KEY ALICLOUD_SECURITY_TOKEN ALICLOUD_REGION. velero: ALIBABA_CLOUD_ACCESS_KEY_ID ALIBABA_CLOUD_ACCESS_KEY_SECRET ALIBABA_CLOUD_ACCESS_STS_TOKEN. juicefs: ALICLOUD_ACCESS_KEY_ID ALICLOUD_ACCESS_KEY_SECRET SECURITY_TOKEN ALICLOUD_REGION_ID. aws: AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN AWS_REGION AWS_DEFAULT_REGION AWS_ENDPOINT_URL_S3 RCLONE_S3_ENDPOINT.":
            "oss：ALIBABA_CLOUD_ACCESS_KEY_ID ALIBABA_CLOUD_ACCESS_KEY_SECRET ALIBABA_CLOUD_SECURITY_TOKEN OSS_ACCESS_KEY_ID OSS_ACCESS_KEY_SECRET OSS_SESSION_TOKEN OSS_REGION OSS_ENDPOINT。alicloud：ALICLOUD_ACCESS_KEY ALICLOUD_SECRET_KEY ALICLOUD_SECURITY_TOKEN ALICLOUD_REGION。velero：ALIBABA_CLOUD_ACCESS_KEY_ID ALIBABA_CLOUD_ACCESS_KEY_SECRET ALIBABA_CLOUD_ACCESS_STS_TOKEN。juicefs：ALICLOUD_ACCESS_KEY_ID ALICLOUD_ACCESS_KEY_SECRET SECURITY_TOKEN ALICLOUD_REGION_ID。aws：AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN AWS_REGION AWS_DEFAULT_REGION AWS_ENDPOINT_URL_S3 RCLONE_S3_ENDPOINT。",
        "--aws is for programs that speak S3: short for --env aws, and with --uri for an address in AWS_CONTAINER_CREDENTIALS_FULL_URI. Programs then look in no other place: AWS_SHARED_CREDENTIALS_FILE is /dev/null, AWS_EC2_METADATA_DISABLED is true. AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE, and AWS_CONFIG_FILE if the caller has neither that variable nor ~/.aws/config, name files in memory, which exist until the program ends.":
            "--aws 供使用 S3 协议的程序使用：等于 --env aws；与 --uri 一起使用时，地址放在 AWS_CONTAINER_CREDENTIALS_FULL_URI 中。此时程序不再到其他地方查找：AWS_SHARED_CREDENTIALS_FILE 为 /dev/null，AWS_EC2_METADATA_DISABLED 为 true。AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE 指向内存中的文件；调用者既没有设置 AWS_CONFIG_FILE 也没有 ~/.aws/config 时，AWS_CONFIG_FILE 也是如此。这些文件在程序结束前一直存在。",
        "Programs with the Rust library object_store put the bucket into the path, which OSS rejects. With --bucket, AWS_ENDPOINT_URL_S3 is the address of that bucket, and AWS_VIRTUAL_HOSTED_STYLE_REQUEST is true.":
            "使用 Rust 库 object_store 的程序会把 Bucket 放进路径，而 OSS 会拒绝。使用 --bucket 时，AWS_ENDPOINT_URL_S3 为该 Bucket 的地址，AWS_VIRTUAL_HOSTED_STYLE_REQUEST 为 true。",
        "for programs such as polars and deltalake":
            "供 polars、deltalake 等程序使用",
        "With --uri these six are removed, and ALIBABA_CLOUD_CREDENTIALS_URI has an address where the program gets the newest each time. ALIBABA_CLOUD_ECS_METADATA_DISABLED and ALIBABA_CLOUD_CLI_PROFILE_DISABLED are true then, so that it looks for no other.":
            "使用 --uri 时，这六个变量会被清除，ALIBABA_CLOUD_CREDENTIALS_URI 中的地址每次都能取得最新的凭证。ALIBABA_CLOUD_ECS_METADATA_DISABLED 和 ALIBABA_CLOUD_CLI_PROFILE_DISABLED 为 true，使程序不再查找其他来源。",
        "A program that lives longer than the credential needs the address or the gateway.":
            "运行时间超过凭证有效期的程序需要使用地址或网关。",
        "The program.":
            "要运行的程序。",
        "Its arguments.":
            "程序的参数。",
        "its id and its end":
            "凭证的 ID 和到期时间",
        "its secrets too, to look at once":
            "连同机密一起显示，立即查看",
        "Of its secrets it shows only how long they are, unless --reveal asks for them, wherever the output goes. Needs a rule with Allow=credentials, as every command that gets a credential.":
            "除非使用 --reveal，机密只显示长度，无论输出到哪里。需要带 Allow=credentials 的规则，所有取得凭证的命令都是如此。",
        "The profile; none: as --profile says.":
            "Profile；不给出时以 --profile 为准。",
        "as a credentials URI has it":
            "与凭证 URI 的格式相同",
        "for ossutil, with endpoint and region of the profile":
            "供 ossutil 使用，包含 Profile 的 Endpoint 和地域",
        "as process_command of aliyun-cli":
            "作为 aliyun-cli 的 process_command",
        "For programs that sign by themselves; those that ask the daemon to sign need none. 'credentials' with an option is short for it. A terminal gets it only with --reveal.":
            "供自行签名的程序使用；请求守护进程签名的程序不需要。'credentials' 加选项是它的简写。只有使用 --reveal 才会输出到终端。",
        "json: six members, as from a credentials URI or the metadata service. env: NAME=value lines for a shell or EnvironmentFile=, with the names of --env. process: four members, for credential processes of OSS SDKs. external: StsToken, for mode External of aliyun-cli and the credentials libraries. ini: credentials file of the Java SDK. ossutil: configuration file of ossutil. ossfs: four members, for -ocredential_process of ossfs. appserver: the answer of an AppServer. aws: the answer of a credential endpoint, for S3 programs. aws-process: for credential_process of S3 programs. aws-ini: credentials file of S3 programs, as ~/.aws/credentials.":
            "json：六个成员，与凭证 URI 或元数据服务相同。env：NAME=value 行，供 shell 或 EnvironmentFile= 使用，名称由 --env 指定。process：四个成员，供 OSS SDK 的凭证进程使用。external：StsToken，供 aliyun-cli 的 External 模式和凭证库使用。ini：Java SDK 的凭证文件。ossutil：ossutil 的配置文件。ossfs：四个成员，供 ossfs 的 -ocredential_process 使用。appserver：应用服务器的应答。aws：凭证端点的应答，供 S3 程序使用。aws-process：供 S3 程序的 credential_process 使用。aws-ini：S3 程序的凭证文件，与 ~/.aws/credentials 相同。",
        "straight from the AppServer":
            "直接来自应用服务器",
        "from a file":
            "来自文件",
        "Reads what an AppServer answers, a JSON object with AccessKeyId, AccessKeySecret, SecurityToken and Expiration, from standard input or a file: every user of the host can see a command line.":
            "从标准输入或文件读取应用服务器的应答，即包含 AccessKeyId、AccessKeySecret、SecurityToken 和 Expiration 的 JSON 对象：命令行会被本机的每个用户看到。",
        "The name of the profile.":
            "Profile 的名称。",
        "nothing more is signed with it":
            "不再用它签名",
        "It is gone from memory and from the cache file. URLs that were signed with it stay valid.":
            "从内存和缓存文件中清除。已经用它签名的 URL 仍然有效。",
        "With --gateway it finds a key that is worth nothing, under the names for OSS and for S3, and the address of the gateway, such as http://127.0.0.1:471, which it asks without a proxy. So it needs no credential at all. With several gateways, NAME is that of the section [Forward NAME].":
            "使用 --gateway 时，程序在 OSS 和 S3 的变量名下得到一个占位密钥，以及网关的地址，例如 http://127.0.0.1:471（不经过代理），因此完全不需要凭证。有多个网关时，NAME 是段 [Forward NAME] 的名称。",
        "with a dummy key, through the gateway":
            "使用占位密钥，经过网关",
    ]
}
