import type { Templates } from '../features.ts'

const main = (body: string, before = '') =>
  `#include <stdio.h>\n#include <stdlib.h>\n${before}\nint main(void) {\n${body}\n}`

export const c: Templates = {
  squares: ({ n }) => main(`long sum = 0;\nfor (int k = 1; k <= ${n}; k++) sum += k * k;\nprintf("%ld\\n", sum);`),
  fizzbuzz: ({ n }) =>
    main(
      `for (int k = 1; k <= ${n}; k++) {\nif (k % 3 && k % 5) printf("%d\\n", k);\nelse printf("%s%s\\n", k % 3 ? "" : "fizz", k % 5 ? "" : "buzz");\n}`,
    ),
  divisor: ({ a, b }) =>
    main(`printf("%d\\n", gcd(${a}, ${b}));`, 'int gcd(int a, int b) { return b == 0 ? a : gcd(b, a % b); }'),
  sorted: ({ numbers }) =>
    main(
      `int list[] = {${numbers}};\nqsort(list, ${numbers.length}, sizeof(int), compare);\nfor (int i = 0; i < ${numbers.length}; i++) printf("%d\\n", list[i]);`,
      'int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }',
    ),
  primes: ({ n }) =>
    main(
      `for (int k = 2; k <= ${n}; k++) {\nint prime = 1;\nfor (int d = 2; d < k; d++) if (k % d == 0) prime = 0;\nif (prime) printf("%d\\n", k);\n}`,
    ),
  repeated: ({ word, times }) =>
    main(`for (int i = 0; i < ${times}; i++) printf("%s%s", i ? "-" : "", "${word}");\nputs("");`),
}
