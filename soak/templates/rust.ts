import type { Templates } from '../features.ts'

const main = (body: string, before = '') => `${before}\nfn main() {\n${body}\n}`

export const rust: Templates = {
  squares: ({ n }) => main(`println!("{}", (1..=${n}).map(|k: i64| k * k).sum::<i64>());`),
  fizzbuzz: ({ n }) =>
    main(
      `for k in 1..=${n} {\nmatch (k % 3, k % 5) { (0, 0) => println!("fizzbuzz"), (0, _) => println!("fizz"), (_, 0) => println!("buzz"), _ => println!("{}", k) }\n}`,
    ),
  divisor: ({ a, b }) =>
    main(
      `println!("{}", gcd(${a}, ${b}));`,
      'fn gcd(a: u32, b: u32) -> u32 { if b == 0 { a } else { gcd(b, a % b) } }',
    ),
  sorted: ({ numbers }) => main(`let mut list = vec![${numbers}];\nlist.sort();\nfor n in list { println!("{}", n); }`),
  primes: ({ n }) => main(`for k in 2..=${n} { if (2..k).all(|d| k % d != 0) { println!("{}", k); } }`),
  repeated: ({ word, times }) => main(`println!("{}", vec!["${word}"; ${times}].join("-"));`),
}
