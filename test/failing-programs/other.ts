import type { FailingProgram } from './failing-program.ts'

export const otherPrograms: FailingProgram[] = [
  {
    pattern: 'compiler/undeclared',
    language: 'c',
    code: '#include <stdio.h>\nint main(void) {\n  int count = 1;\n  printf("%d\\n", coutn);\n  return 0\n}',
  },
  { pattern: 'compiler/include-not-found', language: 'c', code: '#include <nope.h>\nint main(void) { return 0; }' },
  {
    pattern: 'compiler/no-member',
    language: 'cpp',
    code: '#include <vector>\nint main() { std::vector<int> v; v.push("a"); return v.at(3); }',
  },
  {
    pattern: 'any/index',
    language: 'cpp',
    code: '#include <vector>\nint main() { std::vector<int> v; return v.at(3); }',
  },
  {
    pattern: 'compiler/missing-token',
    language: 'java',
    code: 'public class Main { public static void main(String[] a) { int count = 1; System.out.println(coutn) } }',
  },
  {
    pattern: 'any/own/raise',
    language: 'java',
    code: 'public class Main { public static void main(String[] a) {\n int[] x = new int[2];\n try { x[5] = 1; } catch (Exception e) { throw new RuntimeException("wrapped", e); } } }',
  },
  { pattern: 'any/undefined-name', language: 'ruby', code: 'count = 1\nputs coutn' },
  { pattern: 'any/module-not-found', language: 'ruby', code: 'require "nope"' },
  { pattern: 'any/null/member', language: 'php', code: '<?php\necho $undefined->foo();' },
  { pattern: 'any/syntax', language: 'r', code: 'f <- function() {' },
  { pattern: 'compiler/arguments', language: 'cpp', code: 'int f(int a) { return a; }\nint main() { return f(); }' },
  {
    pattern: 'compiler/types',
    language: 'cpp',
    code: '#include <string>\nint main() { std::string s = 5; int x = s; }',
  },
  {
    pattern: 'any/null',
    language: 'java',
    code: 'public class Main { public static void main(String[] a) { Object o = null; o.toString(); } }',
  },
  {
    pattern: 'compiler/missing-return',
    language: 'java',
    code: 'public class Main { static int f() { } public static void main(String[] a) { } }',
  },
  {
    pattern: 'compiler/uninitialised',
    language: 'java',
    code: 'public class Main { public static void main(String[] a) { int x; System.out.println(x); } }',
  },
  {
    pattern: 'compiler/unreported-exception',
    language: 'java',
    code: 'public class Main { public static void main(String[] a) { Thread.sleep(5); } }',
  },
  {
    pattern: 'compiler/module-not-found',
    language: 'java',
    code: 'import nope.Foo;\npublic class Main { public static void main(String[] a) { } }',
  },
  {
    pattern: 'any/signal/arithmetic',
    language: 'c',
    code: 'int f(int a) { return a / 0; }\nint main(int n, char **a) { return f(n); }',
  },
  { pattern: 'any/stack/type', language: 'ruby', code: 'def f; f; end\nf' },
  { pattern: 'any/division-by-zero', language: 'ruby', code: '1 / 0' },
  { pattern: 'any/file-not-found', language: 'ruby', code: "File.read('nope')" },
  { pattern: 'compiler/link', language: 'c', code: 'int main(void) { int x = missing(); return x; }' },
  { pattern: 'any/own/assertion', language: 'c', code: '#include <assert.h>\nint main(void) { assert(1 == 2); }' },
  {
    pattern: 'any/out-of-memory',
    language: 'cpp',
    code: '#include <vector>\nint main() { std::vector<long> v(1000000000000000000ul); return v[5]; }',
  },
]
