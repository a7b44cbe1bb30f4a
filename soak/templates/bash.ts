import type { Templates } from '../features.ts'

export const bash: Templates = {
  squares: ({ n }) => `sum=0\nfor ((k = 1; k <= ${n}; k++)); do ((sum += k * k)); done\necho $sum`,
  fizzbuzz: ({ n }) =>
    `for ((k = 1; k <= ${n}; k++)); do\n  word=""\n  ((k % 3)) || word+=fizz\n  ((k % 5)) || word+=buzz\n  echo "\${word:-$k}"\ndone`,
  divisor: ({ a, b }) => `gcd() { if (($2 == 0)); then echo $1; else gcd $2 $(($1 % $2)); fi; }\ngcd ${a} ${b}`,
  sorted: ({ numbers }) => `printf "%s\\n" ${numbers.join(' ')} | sort -n`,
  primes: ({ n }) =>
    `for ((k = 2; k <= ${n}; k++)); do\n  for ((d = 2; d < k; d++)); do ((k % d)) || continue 2; done\n  echo $k\ndone`,
  repeated: ({ word, times }) => `line=$(printf -- "-${word}%.0s" {1..${times}})\necho "\${line:1}"`,
}
