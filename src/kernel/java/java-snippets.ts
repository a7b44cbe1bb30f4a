import type { KernelSnippets } from '../checks/kernel-check.ts'

/** Java snippets for the checks of every kernel. */
export const javaSnippets: KernelSnippets = {
  language: 'java',
  remember: 'int x = 41;',
  recall: 'x + 1',
  fail: { code: 'int y = 1;\nthrow new IllegalStateException("no further");', line: 2 },
  busy: 'System.out.println("begun");\nwhile (true) {}',
  wait: 'System.out.println("begun");\nThread.sleep(60_000);',
  readLine:
    'var input = new BufferedReader(new InputStreamReader(System.in, "UTF-8")).readLine();\nSystem.out.println(input);',
  // Two pipes: output is in order only where the reader has time in between.
  inOrder:
    'System.out.println("one");\nThread.sleep(200);\nSystem.err.println("two");\nThread.sleep(200);\nvar done = new ProcessBuilder("echo", "three").inheritIO().start().waitFor();',
  unicode: 'System.out.println("héllo 日本 🎉");',
  muchOutput: 'for (int i = 1; i <= 200_000; i++) System.out.println(i);',
  endlessOutput: 'while (true) System.out.println("y".repeat(99));',
  die: 'Runtime.getRuntime().halt(9);',
  directory: 'System.out.println(System.getProperty("user.dir"));',
  variable: 'System.out.println(System.getProperty("COLOUR", "none"));',
}
