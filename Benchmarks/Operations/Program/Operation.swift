internal import API

/// Something that is measured.
struct Operation {
    let name: String
    /// How many results one run gives; costs are told for one of them.
    var units = 1
    let run: () -> Void
}

extension Operation {
    static func all() -> [Operation] {
        [
            whole("request: presign V4, token", Scene(.presign, Request.presign, hasToken: true)),
            signing("sign V4", Scene(.sign, Request.sign)),
            signing("sign V4, token", Scene(.sign, Request.sign, hasToken: true)),
            firstOfDay("sign V4, first of a day", Scene(.sign, Request.sign)),
            signing("sign V1", Scene(.sign, Request.signV1)),
            signing("presign V4", Scene(.presign, Request.presign)),
            signing("presign V4, token", Scene(.presign, Request.presign, hasToken: true)),
            signing("presign V1", Scene(.presign, Request.presignV1)),
            signing("presign V4, 1000 keys", Scene(.presign, Request.presignMany(1_000)), units: 1_000),
            signing("post-policy V4", Scene(.postPolicy, Request.postPolicy)),
            signing("sign-string V1", Scene(.signString, Request.signString)),
            Scene(.presign, Request.presign).decodingHead("HTTP head"),
            Scene(.presign, Request.presign).reading("JSON of presign"),
        ] + Crowd.operations + Primitives().operations
    }

    /// From the first byte of the request to the last of the answer.
    private static func whole(_ name: String, _ scene: Scene) -> Operation {
        Operation(name: name) { scene.serve() }
    }

    private static func signing(_ name: String, _ scene: Scene, units: Int = 1) -> Operation {
        Operation(name: name, units: units) { scene.sign() }
    }

    /// With the signing key derived anew, since another day came.
    private static func firstOfDay(_ name: String, _ scene: Scene) -> Operation {
        Operation(name: name) {
            scene.goToNextDay()
            scene.sign()
        }
    }
}
