import type { Templates } from '../features.ts'

const main = (body: string, more = '') =>
  `import java.util.*;\nimport java.util.stream.*;\npublic class Soak {\n${more}\npublic static void main(String[] args) {\n${body}\n}\n}`

export const java: Templates = {
  squares: ({ n }) => main(`System.out.println(IntStream.rangeClosed(1, ${n}).map(k -> k * k).sum());`),
  fizzbuzz: ({ n }) =>
    main(
      `for (int k = 1; k <= ${n}; k++) {\nString word = (k % 3 == 0 ? "fizz" : "") + (k % 5 == 0 ? "buzz" : "");\nSystem.out.println(word.isEmpty() ? k : word);\n}`,
    ),
  divisor: ({ a, b }) =>
    main(`System.out.println(gcd(${a}, ${b}));`, 'static int gcd(int a, int b) { return b == 0 ? a : gcd(b, a % b); }'),
  sorted: ({ numbers }) => main(`Stream.of(${numbers}).sorted().forEach(System.out::println);`),
  primes: ({ n }) =>
    main(
      `for (int k = 2; k <= ${n}; k++) {\nfinal int p = k;\nif (IntStream.range(2, p).noneMatch(d -> p % d == 0)) System.out.println(p);\n}`,
    ),
  repeated: ({ word, times }) =>
    main(`System.out.println(String.join("-", Collections.nCopies(${times}, "${word}")));`),
}
