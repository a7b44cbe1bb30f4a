import type { LanguageSamples } from './samples.ts'

export const rSamples: LanguageSamples = {
  hello: { code: 'cat("hello\\n")' },
  stdin: { code: 'writeLines(readLines(file("stdin")))' },
  args: { code: 'writeLines(commandArgs(trailingOnly = TRUE))' },
  files: { code: 'cat(sum(read.csv("data/numbers.csv")$n), "\\n", sep = "")' },
  exitCode: { code: 'quit(status = 3)' },
  error: { code: 'x <- 1\n\nstop("not so")', type: 'Error', message: 'not so' },
  unicode: { code: 'cat("héllo ✓ 你好 🎉\\n")' },
  large: { code: 'writeLines(as.character(1:20000))' },
  forever: { code: 'cat("started\\n")\nflush(stdout())\nrepeat Sys.sleep(1)' },
}
