extension Chinese {
    /// For `[Profile]`: the keys of every profile.
    static let profile: [String: String] = [
        "[Profile NAME] gets credentials from one source, renews them, and signs with them. The keys up to the first source are for all of them.":
            "[Profile NAME] 从一个来源取得凭证，为它续期，并用它签名。第一个来源之前的配置项适用于所有来源。",
        "must be set":
            "必须设置",
        "appserver, manual, static, remote-signer, assume-role, assume-role-oidc, ecs-ram-role, credentials-uri, process, chain.":
            "appserver、manual、static、remote-signer、assume-role、assume-role-oidc、ecs-ram-role、credentials-uri、process、chain。",
        "appserver if you have an AppServer for mobile apps; ecs-ram-role on an ECS instance; manual to try the daemon.":
            "已有移动端应用的应用服务器时用 appserver；在 ECS 实例上用 ecs-ram-role；试用守护进程时用 manual。",
        "Server of OSS, with or without scheme and port.":
            "OSS 的访问域名，可以带协议和端口。",
        "The public endpoint of the bucket's region for URLs and forms. The internal one costs no traffic, but works only inside Alibaba Cloud: use it in a second profile for sign.":
            "URL 和表单使用 Bucket 所在地域的公网 Endpoint。内网 Endpoint 不产生流量费用，但只在阿里云内部有效：请在用于 sign 的第二个 Profile 中使用它。",
        "For example cn-hangzhou; derived from the endpoint if that is safe.":
            "例如 cn-hangzhou；可以确定时由 Endpoint 推出。",
        "Set it only for an endpoint of your own domain: the region of every OSS endpoint is derived.":
            "只有使用自有域名的 Endpoint 时才需要设置：OSS 的 Endpoint 都能推出地域。",
        "Position of the bucket in URLs: virtual: before the host; path: in the path; cname: nowhere, because the host is a domain of the bucket; auto: path for an IP address, else virtual.":
            "Bucket 在 URL 中的位置。virtual：域名之前；path：路径中；cname：不出现，因为域名本身对应该 Bucket；auto：IP 地址用 path，否则用 virtual。",
        "cname with a domain of your own; auto otherwise.":
            "自定义域名用 cname，否则用 auto。",
        "v4 or v1, for requests that name no version.":
            "v4 或 v1，用于没有指定版本的请求。",
        "v4. v1 is for servers and proxies that do not know V4.":
            "v4。v1 用于不支持 V4 的服务器和代理。",
        "Bucket of requests that name none.":
            "请求没有指定 Bucket 时使用的 Bucket。",
        "Set it if the profile is for one bucket: requests then need only a key.":
            "Profile 只用于一个 Bucket 时设置：请求只需给出对象名。",
        "ID of the cloud box.":
            "云盒的 ID。",
        "The ID from the console of CloudBox; leave it unset for OSS itself.":
            "云盒控制台中显示的 ID；使用普通 OSS 时不要设置。",
        "Share of a token's lifetime, or a time before it expires, at which it is refreshed.":
            "在有效期过去这一比例时续期，或在到期前这段时间续期。",
        "50% leaves half of a lifetime for an outage of the server. Use a time if all tokens live equally long.":
            "50% 为服务器的故障留出一半有效期。所有凭证的有效期相同时可以写时间。",
        "Remaining lifetime at which a refresh is urgent.":
            "剩余有效期低于此值时，续期变得紧急。",
        "The longest time that a URL or an upload must still work after it was signed.":
            "签名之后，URL 或上传还必须能继续使用的最长时间。",
        "Lifetime of a token whose server states no expiration.":
            "服务器没有给出到期时间时，假定的有效期。",
        "No more than the tokens of your server really live. It is better to let the server state Expiration.":
            "不超过服务器下发的凭证的实际有效期。让服务器返回 Expiration 更好。",
        "Longest pause between two attempts, unless Retry-After asks for more; 60s while requests fail because no server answers. The first is 1s, 15s after a 429, 30s after a refusal; each failure doubles it.":
            "两次尝试之间的最长等待时间；Retry-After 要求更久时除外；因没有服务器应答而拒绝请求期间为 60s。第一次等待 1s，429 之后 15s，被拒绝之后 30s；之后每次失败加倍。",
        "Shorter finds a repaired server sooner, and asks a broken one more often.":
            "较短时能更快发现服务器恢复，但对有故障的服务器请求更频繁。",
        "Whether to fetch only on request; no effect for a profile with a [Sink].":
            "是否只在有请求时才获取；对 [Sink] 使用的 Profile 无效。",
        "yes for a profile that is seldom used, together with Required=no.":
            "很少使用的 Profile 用 yes，并同时写 Required=no。",
        "Whether the daemon is healthy only if this profile can sign.":
            "是否只有该 Profile 能签名时，守护进程才算健康。",
        "no for a profile whose failure must not mark the whole host as unhealthy.":
            "该 Profile 的失败不应使整台主机被视为不健康时，用 no。",
    ]
}
