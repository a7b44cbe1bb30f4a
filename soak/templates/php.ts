import type { Templates } from '../features.ts'

export const php: Templates = {
  squares: ({ n }) => `<?php\necho array_sum(array_map(fn($k) => $k * $k, range(1, ${n}))), "\\n";`,
  fizzbuzz: ({ n }) =>
    `<?php\nfor ($k = 1; $k <= ${n}; $k++) echo (($k % 3 ? "" : "fizz") . ($k % 5 ? "" : "buzz")) ?: $k, "\\n";`,
  divisor: ({ a, b }) =>
    `<?php\nfunction gcd(int $a, int $b): int { return $b === 0 ? $a : gcd($b, $a % $b); }\necho gcd(${a}, ${b}), "\\n";`,
  sorted: ({ numbers }) => `<?php\n$list = [${numbers}];\nsort($list);\necho implode("\\n", $list), "\\n";`,
  primes: ({ n }) =>
    `<?php\nfor ($k = 2; $k <= ${n}; $k++) {\n  for ($d = 2; $d < $k; $d++) if ($k % $d === 0) continue 2;\n  echo "$k\\n";\n}`,
  repeated: ({ word, times }) => `<?php\necho implode("-", array_fill(0, ${times}, "${word}")), "\\n";`,
}
