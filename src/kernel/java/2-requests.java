class Requests {
    private static final int SUMMARY_CHARACTERS = 200;
    private final Wire wire;
    private final JShell shell;
    private final Cells cells;

    Requests(Wire wire, JShell shell, Cells cells) {
        this.wire = wire;
        this.shell = shell;
        this.cells = cells;
    }

    /**
     * Gives the status, `ok` or `error`. Failures here are reported like an error of the cell, and do not end the interpreter.
     */
    String answer(Request request) throws IOException {
        try {
            return carryOut(request);
        } catch (RuntimeException error) {
            return fail(error.getClass().getName(), String.valueOf(error.getMessage()));
        }
    }

    private String carryOut(Request request) throws IOException {
        switch (request.operation) {
            case "execute": return execute(request.fields);
            case "get": return get(request.fields[0]);
            case "set": return set(request.fields[0], request.fields[1]);
            case "variables": return variables();
            default: return fail("Unsupported", "the state of a Java interpreter cannot be kept");
        }
    }

    /**
     * Fields are code, directory, then names and values: properties for this cell alone, since a process cannot change its
     * environment.
     */
    private String execute(String[] fields) throws IOException {
        // Unread input of an earlier cell is not for this one.
        System.setIn(new FileInputStream(FileDescriptor.in));
        Map<String, String> lent = new LinkedHashMap<>();
        if (!fields[1].isEmpty()) lent.put("user.dir", fields[1]);
        for (int at = 2; at < fields.length; at += 2) lent.put(fields[at], fields[at + 1]);
        Map<String, String> before = new HashMap<>();
        try {
            lent.forEach((name, value) -> before.put(name, System.setProperty(name, value)));
            return cells.run(fields[0]);
        } finally {
            before.forEach((name, value) -> {
                if (value == null) System.clearProperty(name);
                else System.setProperty(name, value);
            });
        }
    }

    private String get(String name) throws IOException {
        VarSnippet found = own().filter(variable -> variable.name().equals(name)).findFirst().orElse(null);
        if (found == null) return fail("NameError", "there is no variable " + name);
        String value = shell.varValue(found);
        wire.tell("value", "data", Json.bundle(value), "json", Json.valueOf(found.typeName(), value));
        return "ok";
    }

    private String set(String name, String literal) throws IOException {
        return cells.run("var " + name + " = " + literal + ";");
    }

    private String variables() throws IOException {
        String listed = own().map(this::describe).collect(Collectors.joining(","));
        wire.tell("variables", "variables", "[" + listed + "]");
        return "ok";
    }

    private String describe(VarSnippet variable) {
        String value = shell.varValue(variable);
        String summary = value.substring(0, Math.min(value.length(), SUMMARY_CHARACTERS));
        return Json.object("name", Json.text(variable.name()), "type", Json.text(variable.typeName()), "summary", Json.text(summary));
    }

    /** Variables of cells, without those that JShell names itself for unnamed values. */
    private java.util.stream.Stream<VarSnippet> own() {
        return shell.variables().filter(variable -> !variable.name().startsWith("$"));
    }

    private String fail(String name, String value) throws IOException {
        wire.tell("error", "name", Json.text(name), "value", Json.text(value), "traceback", "[]");
        return "error";
    }
}

class Json {
    private static final int MOST_TEXT = 100_000;

    static String text(String value) {
        StringBuilder json = new StringBuilder("\"");
        for (char next : value.toCharArray()) {
            if (next == '"' || next == '\\') json.append('\\').append(next);
            else if (next < ' ' || Character.isSurrogate(next)) json.append(String.format("\\u%04x", (int) next));
            else json.append(next);
        }
        return json.append('"').toString();
    }

    static String object(String... fields) {
        List<String> pairs = new ArrayList<>();
        for (int at = 0; at < fields.length; at += 2) pairs.add(text(fields[at]) + ":" + fields[at + 1]);
        return "{" + String.join(",", pairs) + "}";
    }

    static String list(List<String> texts) {
        return "[" + texts.stream().map(Json::text).collect(Collectors.joining(",")) + "]";
    }

    static String bundle(String value) {
        int more = value.length() - MOST_TEXT;
        return object("text/plain", text(more <= 0 ? value : value.substring(0, MOST_TEXT) + "\n… cut: " + more + " more characters"));
    }

    /** The value as JSON where JSON can express it; otherwise its shown text. */
    static String valueOf(String type, String shown) {
        boolean isNumber = List.of("int", "long", "short", "byte", "double", "float").contains(type) && shown.matches("-?[0-9.]+(E-?[0-9]+)?");
        if (isNumber || type.equals("boolean") || shown.equals("null")) return shown;
        boolean isQuoted = type.equals("String") && shown.length() > 1 && shown.startsWith("\"") && shown.endsWith("\"");
        return text(isQuoted ? shown.substring(1, shown.length() - 1) : shown);
    }
}
