import Foundation
import OSSAuthClient

let daemon = SigningDaemon()
let endpoint = CommandLine.arguments.last ?? ""
let target =
    URL(string: "\(endpoint)/examplebucket/a.txt?response-content-type=text%2Fcsv") ?? URL(filePath: "/")

switch CommandLine.arguments.dropFirst().first {
case "first": try show([try firstURL()])
case "download": try show(Sending("GET", try downloadURL(), []))
case "upload": try show(try upload(daemon))
case "gallery": try show(try gallery(daemon).map { Sending("GET", $0, []) })
case "form":
    let form = try uploadForm(daemon)
    try show(Sending("POST", form.url, form.fields))
case "refusal": try show([explainRefusal(daemon)])
case "sdk-headers": try show(try await signAsTheSDK(target, inHeader: true))
case "sdk-url": try show(try await signAsTheSDK(target, inHeader: false))
case "sdk-credentials":
    let key = try await DaemonCredentials().getCredentials()
    try show([key.accessKeyId, key.accessKeySecret, key.securityToken ?? "", "\(key.expiration ?? .now)"])
case "sdk-signature":
    let key = try RemoteSigner(daemon).credential(region: "cn-hangzhou")
    let info = [
        "version": "v4", "stringToSign": endpoint, "date": "20231216", "region": "cn-hangzhou",
        "product": "oss", "accessKeyId": key.accessKeyID,
    ]
    try show(try await DaemonSignatures().signature(info: info))
case let other: fatalError("no example \(other ?? "")")
}
