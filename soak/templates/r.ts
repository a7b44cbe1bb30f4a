import type { Templates } from '../features.ts'

export const r: Templates = {
  squares: ({ n }) => `cat(sum((1:${n})^2), "\\n", sep = "")`,
  fizzbuzz: ({ n }) =>
    `for (k in 1:${n}) {\n  word <- paste0(if (k %% 3 == 0) "fizz" else "", if (k %% 5 == 0) "buzz" else "")\n  writeLines(if (word == "") as.character(k) else word)\n}`,
  divisor: ({ a, b }) =>
    `gcd <- function(a, b) if (b == 0) a else gcd(b, a %% b)\ncat(gcd(${a}, ${b}), "\\n", sep = "")`,
  sorted: ({ numbers }) => `writeLines(as.character(sort(c(${numbers}))))`,
  primes: ({ n }) => `for (k in 2:${n}) if (k == 2 || all(k %% 2:(k - 1) != 0)) cat(k, "\\n", sep = "")`,
  repeated: ({ word, times }) => `cat(paste(rep("${word}", ${times}), collapse = "-"), "\\n", sep = "")`,
}
