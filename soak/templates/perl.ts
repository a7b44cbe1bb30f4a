import type { Templates } from '../features.ts'

export const perl: Templates = {
  squares: ({ n }) => `my $sum = 0;\n$sum += $_ * $_ for 1..${n};\nprint "$sum\\n";`,
  fizzbuzz: ({ n }) => `for my $k (1..${n}) { print((($k % 3 ? "" : "fizz") . ($k % 5 ? "" : "buzz")) || $k, "\\n"); }`,
  divisor: ({ a, b }) =>
    `sub gcd { my ($a, $b) = @_; return $b == 0 ? $a : gcd($b, $a % $b); }\nprint gcd(${a}, ${b}), "\\n";`,
  sorted: ({ numbers }) => `print "$_\\n" for sort { $a <=> $b } (${numbers});`,
  primes: ({ n }) => `K: for my $k (2..${n}) { for my $d (2..$k - 1) { next K unless $k % $d; } print "$k\\n"; }`,
  repeated: ({ word, times }) => `print join("-", ("${word}") x ${times}), "\\n";`,
}
