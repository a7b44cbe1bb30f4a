import type { KernelSnippets } from '../checks/kernel-check.ts'

/** R snippets for the checks of every kernel. */
export const rSnippets: KernelSnippets = {
  language: 'r',
  remember: 'x <- 41',
  recall: 'x + 1',
  fail: { code: 'y <- 1\nstop("no further")', line: 2 },
  busy: 'cat("begun\\n")\nwhile (TRUE) {}',
  wait: 'cat("begun\\n")\nSys.sleep(60)',
  // A connection that is left open makes R warn at some later time.
  readLine: 'input <- file("stdin")\nwriteLines(readLines(input, n = 1))\nclose(input)',
  // Two pipes: output is in order only where the reader has time in between.
  inOrder: 'cat("one\\n")\nSys.sleep(0.2)\nmessage("two")\nSys.sleep(0.2)\ninvisible(system("echo three"))',
  unicode: 'cat("héllo 日本 🎉\\n")',
  muchOutput: 'writeLines(format(1:200000, trim = TRUE, scientific = FALSE))',
  endlessOutput: 'repeat cat(strrep("y", 99), "\\n")',
  die: 'tools::pskill(Sys.getpid(), tools::SIGKILL)',
  directory: 'cat(getwd(), "\\n")',
  variable: 'cat(Sys.getenv("COLOUR", "none"), "\\n")',
  change: 'x <- 6; y <- 1',
  large: 'big <- as.raw(sample(0:255, 1500000, TRUE))',
  unkept: { code: 'z <- file("kept.txt", "w")', name: 'z' },
}
