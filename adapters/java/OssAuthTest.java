import java.io.*;
import java.net.URI;
import java.net.http.*;
import java.nio.file.Path;
import java.time.*;
import java.util.*;

/** OssAuth against the daemon of Tests/Systems/Adapters, which does what a line `scene: …` on standard output says. */
public final class OssAuthTest {
    private static final String SCRIPTED = System.getenv("SCRIPTED");
    private static final BufferedReader ANSWERS = new BufferedReader(new InputStreamReader(System.in));
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private interface Test {
        void run() throws Exception;
    }

    public static void main(String[] arguments) throws Exception {
        Map<String, Test> tests = new LinkedHashMap<>();
        tests.put("the credential is that of the daemon", OssAuthTest::credential);
        tests.put("a credential that has long to live is kept", OssAuthTest::isKept);
        tests.put("a credential is renewed before it ends", OssAuthTest::isRenewed);
        tests.put("a credential serves while the daemon is down, and no longer than it lives", OssAuthTest::servesWhileDown);
        tests.put("signed requests are accepted, also after a restart", OssAuthTest::signatures);
        tests.put("a refusal says why, and what is granted", OssAuthTest::refusal);
        tests.put("anything but an answer is an error that says where", OssAuthTest::wrongAnswers);
        tests.put("an answer without its members is an error", OssAuthTest::noMembers);
        tests.put("JSON is read as it was written", OssAuthTest::json);
        int failures = 0;
        for (Map.Entry<String, Test> each : tests.entrySet()) {
            try {
                each.getValue().run();
            } catch (Exception | AssertionError error) {
                failures++;
                System.err.println("FAIL: " + each.getKey());
                error.printStackTrace();
            }
        }
        System.exit(failures == 0 ? 0 : 1);
    }

    private static void credential() throws IOException {
        scene("token 1 3600");
        OssAuth.Credentials found = new OssAuth("main").credentials();
        expect(List.of(found.accessKeyId(), found.accessKeySecret()), List.of("STS.Key1", "SecretOf1"));
        expect(found.securityToken(), "Token+1/=");
        expect(Math.abs(Duration.between(Instant.now(), found.expiration()).toSeconds() - 3600) < 60, true);
        expect(found.toString(), "credentials of key STS.Key1");
    }

    private static void isKept() throws IOException {
        scene("token 1 3600");
        OssAuth daemon = new OssAuth(null);
        expect(daemon.credentials().accessKeyId(), "STS.Key1");
        scene("token 2 3600");
        expect(daemon.credentials().accessKeyId(), "STS.Key1");
        expect(new OssAuth(null).credentials().accessKeyId(), "STS.Key2");
    }

    private static void isRenewed() throws Exception {
        scene("token 1 4");
        OssAuth daemon = new OssAuth(null);
        OssAuth.Credentials first = daemon.credentials();
        scene("token 2 3600");
        while (daemon.credentials() == first) {
            expect(first.isExpired(), false);
            Thread.sleep(5);
        }
        expect(daemon.credentials().accessKeyId(), "STS.Key2");
        expect(first.isExpired(), false);
    }

    private static void servesWhileDown() throws Exception {
        scene("token 1 4");
        OssAuth daemon = new OssAuth(null);
        OssAuth.Credentials first = daemon.credentials();
        scene("stop");
        expectError(".* at .*.local.run.ossauthd.ossauthd.sock .*: is it running.*ossauthctl doctor.*", () -> {
            for (;; Thread.sleep(5)) {
                boolean hadEnded = first.isExpired();
                expect(daemon.credentials(), first);
                expect(hadEnded, false);
            }
        });
        expect(first.isExpired(), true);
        scene("start");
        scene("token 2 3600");
        expect(daemon.credentials().accessKeyId(), "STS.Key2");
    }

    private static void signatures() throws Exception {
        scene("token 1 3600");
        OssAuth daemon = new OssAuth("main");
        Map<String, String> own = Map.of("x-oss-meta-a", "b");
        Map<String, Object> place = new HashMap<>(Map.of("bucket", "examplebucket", "key", "Ordner ü/\"a+b\"", "headers", own));
        place.put("method", "PUT");
        expect(send(daemon.ask("/v1/sign", place), own, "content"), "200 ");
        scene("restart");
        place.putAll(Map.of("method", "GET", "expires", 60, "additionalHeaders", List.of()));
        expect(send(daemon.ask("/v1/presign", place), Map.of(), null), "200 content");
    }

    private static String send(Map<?, ?> signed, Map<String, String> own, String body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create((String) signed.get("url")));
        own.forEach(request::header);
        ((Map<?, ?>) signed.get("headers")).forEach((name, value) -> request.header((String) name, (String) value));
        if (body != null) request.PUT(HttpRequest.BodyPublishers.ofString(body));
        HttpResponse<String> answer = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
        return answer.statusCode() + " " + answer.body();
    }

    private static void refusal() throws Exception {
        scene("token 1 3600");
        OssAuth.DaemonException error = expectError(".+: .*bucket 'other' is not in Bucket=examplebucket.* \\(status 403\\)",
            () -> new OssAuth(null).ask("/v1/sign", Map.of("bucket", "other", "key", "a")));
        expect(error.type, "urn:ossauthd:problem:not-allowed");
    }

    private static void wrongAnswers() throws Exception {
        for (String name : List.of("large", "garbage", "half", "deep", "silent", "trickle", "absent")) {
            int patience = List.of("silent", "trickle").contains(name) ? 500 : 30_000;
            OssAuth daemon = new OssAuth(Path.of(SCRIPTED, name), null, Duration.ofMillis(patience));
            expectError(".* at " + SCRIPTED + "/" + name + " .*", () -> daemon.ask("/v1/presign", Map.of("key", "a")));
        }
    }

    private static void noMembers() throws Exception {
        OssAuth daemon = new OssAuth(Path.of(SCRIPTED, "empty"), null, Duration.ofSeconds(30));
        expectError("an answer without AccessKeyId.*", daemon::credentials);
    }

    private static void json() {
        String text = "{\"a\": [\"\\u00fc\\n\\/\\\"\", 1, null, true], \"b\": {}}";
        Map<String, Object> value = new LinkedHashMap<>();
        value.put("a", Arrays.asList("ü\n/\"", "1", null, "true"));
        value.put("b", Map.of());
        expect(new Json(text).value(0), value);
        expect(new Json(Json.text(value)).value(0), value);
    }

    private static void scene(String what) throws IOException {
        System.out.println("scene: " + what);
        expect(ANSWERS.readLine(), "done");
    }

    private static void expect(Object found, Object wanted) {
        if (!found.equals(wanted)) throw new AssertionError(found + " is not " + wanted);
    }

    private static OssAuth.DaemonException expectError(String pattern, Test test) throws Exception {
        try {
            test.run();
        } catch (OssAuth.DaemonException error) {
            if (!error.getMessage().matches(pattern)) throw new AssertionError(error.getMessage() + " does not match " + pattern);
            return error;
        }
        throw new AssertionError("no error that matches " + pattern);
    }
}
