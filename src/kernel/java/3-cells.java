/** Runs cells: snippet by snippet, as JShell takes them apart. */
class Cells {
    static final List<String> IMPORTED = List.of(
        "java.io", "java.math", "java.net", "java.nio.file", "java.util", "java.util.concurrent",
        "java.util.function", "java.util.regex", "java.util.stream");
    private final Wire wire;
    private final JShell shell;
    private final Interrupts interrupts;
    /** Offsets of the current cell's snippets, by their ids. */
    private final Map<String, Integer> starts = new HashMap<>();
    private String cell;

    Cells(Wire wire, JShell shell, Interrupts interrupts) {
        this.wire = wire;
        this.shell = shell;
        this.interrupts = interrupts;
    }

    String run(String code) throws IOException {
        cell = code;
        starts.clear();
        SourceCodeAnalysis analysis = shell.sourceCodeAnalysis();
        for (String rest = code; !rest.isBlank(); ) {
            int start = code.length() - rest.length() + leadingBlanks(rest);
            CompletionInfo piece = analysis.analyzeCompletion(code.substring(start));
            if (piece.completeness() == Completeness.EMPTY) break;
            // The compiler complains about code that cannot be completed.
            boolean isWhole = piece.completeness().isComplete();
            rest = isWhole ? piece.remaining() : "";
            if (!evaluate(isWhole ? piece.source() : code.substring(start), start, rest.isBlank())) return "error";
        }
        return "ok";
    }

    private static int leadingBlanks(String text) {
        return text.length() - text.stripLeading().length();
    }

    /** Evaluates a snippet; tells whether the cell goes on. */
    private boolean evaluate(String source, int start, boolean isLast) throws IOException {
        if (interrupts.haveCome()) return tellInterrupted();
        for (SnippetEvent event : shell.eval(source)) {
            // Other events are for snippets that had to be compiled again because of this one.
            if (event.causeSnippet() != null) continue;
            starts.put(event.snippet().id(), start);
            if (interrupts.haveCome()) return tellInterrupted();
            if (event.status() == Snippet.Status.REJECTED) return tellRejected(event.snippet(), start);
            if (event.exception() != null) return tellThrown(event.exception());
            warn(event);
            if (isLast && isResult(event)) wire.tell("result", "data", Json.bundle(event.value()), "metadata", "{}");
        }
        return true;
    }

    private static boolean isResult(SnippetEvent event) {
        Snippet.SubKind kind = event.snippet().subKind();
        boolean hasValue = kind.isExecutable() && event.value() != null && !event.value().isEmpty();
        return hasValue && (kind == Snippet.SubKind.TEMP_VAR_EXPRESSION_SUBKIND
            || kind == Snippet.SubKind.VAR_VALUE_SUBKIND || kind == Snippet.SubKind.OTHER_EXPRESSION_SUBKIND);
    }

    /** Warns of a declaration that needs names which do not exist yet. */
    private void warn(SnippetEvent event) {
        if (!(event.snippet() instanceof jdk.jshell.DeclarationSnippet)) return;
        List<String> missing = shell.unresolvedDependencies((jdk.jshell.DeclarationSnippet) event.snippet()).collect(Collectors.toList());
        if (!missing.isEmpty()) System.err.println("This cannot be used before there is: " + String.join(", ", missing));
    }

    private boolean tellInterrupted() throws IOException {
        return fail("Interrupted", "the execution was interrupted", List.of(), -1);
    }

    private boolean tellRejected(Snippet snippet, int start) throws IOException {
        List<Diag> errors = shell.diagnostics(snippet).filter(Diag::isError).collect(Collectors.toList());
        List<String> told = new ArrayList<>();
        for (Diag error : errors) told.add("line " + lineAt(start + (int) error.getStartPosition()) + ": " + error.getMessage(Locale.ROOT));
        if (errors.isEmpty()) return fail("CompilationError", "this is no Java", List.of(), start);
        return fail("CompilationError", errors.get(0).getMessage(Locale.ROOT), told, start + (int) errors.get(0).getStartPosition());
    }

    private boolean tellThrown(JShellException exception) throws IOException {
        String name = exception instanceof EvalException ? ((EvalException) exception).getExceptionClassName() : "UnresolvedReference";
        String message = exception instanceof UnresolvedReferenceException
            ? "it needs something that is not declared: " + ((UnresolvedReferenceException) exception).getSnippet().name()
            : exception.getMessage();
        List<String> traceback = new ArrayList<>(List.of(message == null ? name : name + ": " + message));
        int place = -1;
        for (StackTraceElement frame : exception.getStackTrace()) {
            int offset = offsetOf(frame);
            traceback.add("    at " + (offset < 0 ? frame : frame.getMethodName() + " (line " + lineAt(offset) + ")"));
            if (place < 0) place = offset;
        }
        for (Throwable cause = exception.getCause(); cause != null; cause = cause.getCause()) traceback.add("Caused by: " + cause);
        return fail(name, message == null ? name : message, traceback, place);
    }

    /** Offset of a frame in the cell; negative for code from elsewhere. */
    private int offsetOf(StackTraceElement frame) {
        String file = frame.getFileName();
        Integer start = file != null && file.startsWith("#") ? starts.get(file.substring(1)) : null;
        if (start == null) return -1;
        int offset = start;
        for (int line = 1; line < frame.getLineNumber() && cell.indexOf('\n', offset) >= 0; line++) offset = cell.indexOf('\n', offset) + 1;
        return offset;
    }

    private int lineAt(int offset) {
        return 1 + (int) cell.substring(0, Math.min(offset, cell.length())).chars().filter(next -> next == '\n').count();
    }

    private boolean fail(String name, String value, List<String> traceback, int offset) throws IOException {
        String[] told = {"name", Json.text(name), "value", Json.text(value), "traceback", Json.list(traceback)};
        List<String> fields = new ArrayList<>(List.of(told));
        if (offset >= 0) fields.addAll(List.of("line", String.valueOf(lineAt(offset))));
        wire.tell("error", fields.toArray(new String[0]));
        return false;
    }
}
