import java.util.*;
import java.util.stream.Collectors;

/** As much JSON as OssAuth needs: maps, lists and texts; numbers and truth values are read as texts. */
final class Json {
    private static final int DEPTH_LIMIT = 32;

    private final String text;
    private int at;

    Json(String text) {
        this.text = text;
    }

    static String text(Object value) {
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream().map(each -> text(each.getKey()) + ":" + text(each.getValue()))
                .collect(Collectors.joining(",", "{", "}"));
        }
        if (value instanceof Collection<?> list) {
            return list.stream().map(Json::text).collect(Collectors.joining(",", "[", "]"));
        }
        return value instanceof String string ? quoted(string) : String.valueOf(value);
    }

    private static String quoted(String string) {
        return string.chars()
            .mapToObj(c -> c < ' ' || c == '"' || c == '\\' ? "\\u%04x".formatted(c) : Character.toString((char) c))
            .collect(Collectors.joining("", "\"", "\""));
    }

    /** The value that begins here. A text that ends too early is an IndexOutOfBoundsException. */
    Object value(int depth) {
        if (depth > DEPTH_LIMIT) throw new IllegalArgumentException("the answer is nested too deep");
        char first = next();
        if (first == '"') return string();
        if (first == '{' || first == '[') return first == '[' ? values(depth) : members(values(depth));
        int start = at - 1;
        while (",]} \r\n\t".indexOf(text.charAt(at)) < 0) at++;
        String literal = text.substring(start, at);
        return literal.equals("null") ? null : literal;
    }

    /** All values up to the closing bracket; of an object names and values in turn. */
    private List<Object> values(int depth) {
        List<Object> found = new ArrayList<>();
        for (char c = next(); c != '}' && c != ']'; c = next()) {
            if (c == ',' || c == ':') continue;
            at--;
            found.add(value(depth + 1));
        }
        return found;
    }

    private static Map<Object, Object> members(List<Object> values) {
        Map<Object, Object> found = new LinkedHashMap<>();
        for (int each = 0; each < values.size(); each += 2) found.put(values.get(each), values.get(each + 1));
        return found;
    }

    private char next() {
        while (Character.isWhitespace(text.charAt(at))) at++;
        return text.charAt(at++);
    }

    private String string() {
        StringBuilder found = new StringBuilder();
        for (char c = text.charAt(at++); c != '"'; c = text.charAt(at++)) {
            if (c != '\\') {
                found.append(c);
            } else if ((c = text.charAt(at++)) == 'u') {
                found.append((char) Integer.parseInt(text.substring(at, at += 4), 16));
            } else {
                int known = "bfnrt".indexOf(c);
                found.append(known < 0 ? c : "\b\f\n\r\t".charAt(known));
            }
        }
        return found.toString();
    }
}
