// Java: one JShell lives on from cell to cell, in this very process, so that output of cells goes to its own descriptors. The
// parts are one program for `java` to compile and run; the relay reads JSON for it.
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import jdk.jshell.Diag;
import jdk.jshell.EvalException;
import jdk.jshell.JShell;
import jdk.jshell.JShellException;
import jdk.jshell.Snippet;
import jdk.jshell.SnippetEvent;
import jdk.jshell.SourceCodeAnalysis;
import jdk.jshell.SourceCodeAnalysis.Completeness;
import jdk.jshell.SourceCodeAnalysis.CompletionInfo;
import jdk.jshell.UnresolvedReferenceException;
import jdk.jshell.VarSnippet;

class Main {
    public static void main(String[] arguments) throws Exception {
        Interrupts.surviveSignals();
        System.setOut(new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8));
        System.getenv().forEach((name, value) -> System.getProperties().putIfAbsent(name, value));
        Wire wire = new Wire();
        JShell shell = JShell.builder().executionEngine("local").build();
        Interrupts interrupts = new Interrupts(shell);
        Requests requests = new Requests(wire, shell, new Cells(wire, shell, interrupts));
        // The compiler takes a quarter of a second to start, which no cell should have to wait for.
        for (String name : Cells.IMPORTED) shell.eval("import " + name + ".*;");
        wire.tell("ready", "language", Json.text("java"), "version", Json.text(System.getProperty("java.version")));
        for (Request request = wire.next(); request != null; request = wire.next()) {
            interrupts.begin(request.id);
            String status = requests.answer(request);
            interrupts.end();
            wire.tell("done", "status", Json.text(status));
        }
        // Threads that cells have started do not keep the process alive.
        Runtime.getRuntime().halt(0);
    }
}

/** One request; its operation gives its fields their meaning. */
class Request {
    final String operation;
    final int id;
    final String[] fields;

    Request(String operation, int id, String[] fields) {
        this.operation = operation;
        this.id = id;
        this.fields = fields;
    }
}

/** A request is a line with the operation, the number and the sizes of the fields, then the fields; answers are lines of JSON. */
class Wire {
    private final DataInputStream requests;
    private final OutputStream tellings;

    Wire() throws IOException {
        requests = new DataInputStream(new BufferedInputStream(new FileInputStream("/dev/fd/3")));
        tellings = new FileOutputStream("/dev/fd/4");
    }

    Request next() throws IOException {
        String header = line();
        if (header == null) return null;
        String[] words = header.split(" ");
        String[] fields = new String[words.length - 2];
        for (int at = 0; at < fields.length; at++) {
            byte[] bytes = new byte[Integer.parseInt(words[at + 2])];
            requests.readFully(bytes);
            fields[at] = new String(bytes, StandardCharsets.UTF_8);
        }
        return new Request(words[0], Integer.parseInt(words[1]), fields);
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = requests.read(); next != '\n'; next = requests.read()) {
            if (next == -1) return null;
            line.append((char) next);
        }
        return line.toString();
    }

    /** Sends names and values in turn; the values are JSON already. */
    synchronized void tell(String type, String... fields) throws IOException {
        // Earlier output goes before it.
        System.out.flush();
        System.err.flush();
        StringBuilder line = new StringBuilder("{\"type\":" + Json.text(type));
        for (int at = 0; at < fields.length; at += 2) line.append(',').append(Json.text(fields[at])).append(':').append(fields[at + 1]);
        tellings.write(line.append("}\n").toString().getBytes(StandardCharsets.UTF_8));
    }
}

/** Hears from the relay which execution to stop, and stops it again until it has ended. */
class Interrupts {
    private static final int AGAIN_MS = 20;
    private final JShell shell;
    private volatile int running;
    private volatile int unwanted;

    Interrupts(JShell shell) {
        this.shell = shell;
        Thread listener = new Thread(this::listen, "interrupts");
        listener.setDaemon(true);
        listener.start();
    }

    /**
     * Ignores the signal: the relay hears of each one too, and says which execution is meant. By reflection, since the compiler
     * warns of the class; with a handler, since programs that cells start would inherit an ignored signal.
     */
    static void surviveSignals() throws ReflectiveOperationException {
        Class<?> signal = Class.forName("sun.misc.Signal");
        Class<?> handler = Class.forName("sun.misc.SignalHandler");
        Object nothing = Proxy.newProxyInstance(Interrupts.class.getClassLoader(), new Class<?>[] {handler}, (proxy, method, given) -> null);
        signal.getMethod("handle", signal, handler).invoke(null, signal.getConstructor(String.class).newInstance("INT"), nothing);
    }

    void begin(int id) {
        running = id;
    }

    void end() {
        running = 0;
    }

    boolean haveCome() {
        return running != 0 && running == unwanted;
    }

    private void listen() {
        try (DataInputStream interrupts = new DataInputStream(new FileInputStream("/dev/fd/5"))) {
            while (true) {
                unwanted = Integer.reverseBytes(interrupts.readInt());
                // Code that is being compiled is not running yet.
                while (haveCome()) {
                    shell.stop();
                    Thread.sleep(AGAIN_MS);
                }
            }
        } catch (IOException | InterruptedException error) {
            // The relay is gone, and all callers with it.
        }
    }
}
