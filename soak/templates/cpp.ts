import type { Templates } from '../features.ts'
import { c } from './c.ts'

const main = (body: string) =>
  `#include <algorithm>\n#include <iostream>\n#include <numeric>\n#include <string>\n#include <vector>\nint main() {\n${body}\n}`

export const cpp: Templates = {
  ...c,
  squares: ({ n }) =>
    main(
      `std::vector<long> list(${n});\nstd::iota(list.begin(), list.end(), 1);\nstd::cout << std::inner_product(list.begin(), list.end(), list.begin(), 0L) << "\\n";`,
    ),
  divisor: ({ a, b }) => main(`std::cout << std::gcd(${a}, ${b}) << std::endl;`),
  sorted: ({ numbers }) =>
    main(
      `std::vector<int> list{${numbers}};\nstd::sort(list.begin(), list.end());\nfor (int n : list) std::cout << n << "\\n";`,
    ),
  repeated: ({ word, times }) =>
    main(
      `std::string line = "${word}";\nfor (int i = 1; i < ${times}; i++) line += "-${word}";\nstd::cout << line << "\\n";`,
    ),
}
