import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.*;
import java.net.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;
import java.nio.file.*;
import java.time.*;
import java.util.*;
import java.util.stream.*;

/** Credentials and signatures of ossauthd for Java 17, by its standard library. Copy it with Json.java. */
public final class OssAuth {
    private static final int ANSWER_LIMIT = 64 << 20; // The daemon gives no longer answer.

    /** Why there is no answer, and what to do; `type` is that of the daemon's problem, or null. */
    public static final class DaemonException extends RuntimeException {
        private static final long serialVersionUID = 1;
        public final String type;

        DaemonException(String text, String type, Exception cause) {
            super(text, cause);
            this.type = type;
        }
    }

    public record Credentials(String accessKeyId, String accessKeySecret, String securityToken, Instant expiration) {
        @Override
        public String toString() {
            return "credentials of key " + accessKeyId;
        }

        boolean isExpired() {
            return !Instant.now().isBefore(expiration);
        }
    }

    private final Path socket;
    private final String profile;
    private final Duration timeout;
    private volatile Credentials kept;
    private volatile Instant renewal = Instant.MIN;

    /** The profile may be null: the default one. */
    public OssAuth(String profile) {
        this(socketPath(), profile, Duration.ofSeconds(15));
    }

    public OssAuth(Path socket, String profile, Duration timeout) {
        this.socket = socket;
        this.profile = profile;
        this.timeout = timeout;
    }

    /** A credential that has not ended, renewed after half of its life; the kept one serves while the daemon gives no other. */
    public Credentials credentials() {
        Instant now = Instant.now();
        Credentials before = kept;
        if (before != null && !before.isExpired() && now.isBefore(renewal)) return before;
        renewal = now.plusSeconds(10); // So long all other threads go on with the kept one.
        try {
            kept = fetch();
            renewal = now.plus(Duration.between(now, kept.expiration()).dividedBy(2));
        } catch (DaemonException error) {
            if (before == null || before.isExpired()) throw error;
        }
        return kept;
    }

    private Credentials fetch() {
        String query = profile == null ? "" : "?profile=" + URLEncoder.encode(profile, UTF_8);
        Map<?, ?> found = ask("GET", "/v1/credentials" + query, "");
        try {
            String[] values = Stream.of("AccessKeyId", "AccessKeySecret", "SecurityToken", "Expiration")
                .map(name -> Objects.requireNonNull((String) found.get(name))).toArray(String[]::new);
            return new Credentials(values[0], values[1], values[2], Instant.parse(values[3]));
        } catch (NullPointerException | ClassCastException | DateTimeException error) {
            throw new DaemonException("an answer without AccessKeyId, AccessKeySecret, SecurityToken or Expiration: is " + socket
                + " the socket of ossauthd?", null, error);
        }
    }

    /** Asks /v1/sign or /v1/presign; docs/api.md has the members of request and answer. Numbers of the answer are texts. */
    public Map<?, ?> ask(String path, Map<String, ?> request) {
        Map<String, Object> members = new LinkedHashMap<>(request);
        if (profile != null) members.putIfAbsent("profile", profile);
        return ask("POST", path, Json.text(members));
    }

    private Map<?, ?> ask(String method, String path, String body) {
        Map<?, ?> answer;
        String status;
        try {
            String head = "%s %s HTTP/1.1\r\nHost: ossauthd\r\nConnection: close\r\nContent-Length: %d\r\n\r\n";
            String[] reply = exchange(head.formatted(method, path, body.getBytes(UTF_8).length) + body).split("\r\n\r\n", 2);
            answer = Objects.requireNonNull((Map<?, ?>) new Json(reply[1]).value(0));
            status = reply[0].substring(9, 12);
        } catch (IOException | RuntimeException error) {
            throw new DaemonException("ossauthd gave no answer at " + socket + " (" + error.getMessage()
                + "): is it running, and is this user in the group of that socket? `ossauthctl doctor` says more", null, error);
        }
        if (status.equals("200")) return answer;
        String text = "%s: %s (status %s)".formatted(answer.get("title"), answer.get("detail"), status);
        throw new DaemonException(text, String.valueOf(answer.get("type")), null);
    }

    /** Each request has a connection of its own, so that none is left of a daemon that restarts. */
    private String exchange(String message) throws IOException {
        UnixDomainSocketAddress address = UnixDomainSocketAddress.of(socket);
        try (SocketChannel channel = SocketChannel.open(address); Selector selector = Selector.open()) {
            Instant end = Instant.now().plus(timeout);
            channel.configureBlocking(false);
            SelectionKey ready = channel.register(selector, SelectionKey.OP_WRITE);
            for (ByteBuffer out = UTF_8.encode(message); out.hasRemaining(); channel.write(out)) await(selector, end);
            ready.interestOps(SelectionKey.OP_READ);
            ByteArrayOutputStream answer = new ByteArrayOutputStream();
            ByteBuffer in = ByteBuffer.allocate(1 << 16);
            for (int count = 0; count >= 0; count = channel.read(in.clear())) {
                answer.write(in.array(), 0, count);
                if (answer.size() > ANSWER_LIMIT) throw new IOException("the answer is too long");
                await(selector, end);
            }
            return answer.toString(UTF_8);
        }
    }

    private void await(Selector selector, Instant end) throws IOException {
        long left = Duration.between(Instant.now(), end).toMillis();
        if (left <= 0 || selector.select(left) == 0) throw new IOException("none within " + timeout);
        selector.selectedKeys().clear();
    }

    private static Path socketPath() {
        String named = System.getenv("OSSAUTHD_SOCKET");
        if (named != null && !named.isEmpty()) return Path.of(named);
        for (String folder : Arrays.asList(System.getenv("XDG_RUNTIME_DIR"), System.getenv("HOME") + "/.local/run")) {
            if (folder == null || folder.isEmpty()) continue;
            Path own = Path.of(folder, "ossauthd", "ossauthd.sock");
            try {
                Set<Object> owners = new HashSet<>();
                for (Path each : List.of(Path.of("/proc/self"), Path.of(folder), own)) owners.add(Files.getAttribute(each, "unix:uid"));
                if (owners.size() == 1) return own;
            } catch (IOException error) {
                // There is none.
            }
        }
        return Path.of("/run/ossauthd/ossauthd.sock");
    }
}
