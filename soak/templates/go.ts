import type { Templates } from '../features.ts'

const main = (body: string, more: { imports?: string[]; before?: string } = {}) =>
  `package main\nimport (${['fmt', ...(more.imports ?? [])].map((name) => `"${name}"`).join('; ')})\n${more.before ?? ''}\nfunc main() {\n${body}\n}`

export const go: Templates = {
  squares: ({ n }) => main(`sum := 0\nfor k := 1; k <= ${n}; k++ { sum += k * k }\nfmt.Println(sum)`),
  fizzbuzz: ({ n }) =>
    main(
      `for k := 1; k <= ${n}; k++ {\nword := ""\nif k%3 == 0 { word += "fizz" }\nif k%5 == 0 { word += "buzz" }\nif word == "" { fmt.Println(k) } else { fmt.Println(word) }\n}`,
    ),
  divisor: ({ a, b }) =>
    main(`fmt.Println(gcd(${a}, ${b}))`, {
      before: 'func gcd(a, b int) int { if b == 0 { return a }; return gcd(b, a%b) }',
    }),
  sorted: ({ numbers }) =>
    main(`list := []int{${numbers}}\nsort.Ints(list)\nfor _, n := range list { fmt.Println(n) }`, {
      imports: ['sort'],
    }),
  primes: ({ n }) =>
    main(
      `outer: for k := 2; k <= ${n}; k++ {\nfor d := 2; d < k; d++ { if k%d == 0 { continue outer } }\nfmt.Println(k)\n}`,
    ),
  repeated: ({ word, times }) =>
    main(
      `words := make([]string, ${times})\nfor i := range words { words[i] = "${word}" }\nfmt.Println(strings.Join(words, "-"))`,
      {
        imports: ['strings'],
      },
    ),
}
