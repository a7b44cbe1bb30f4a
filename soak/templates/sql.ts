import type { Templates } from '../features.ts'

const series = (from: number, to: number) =>
  `with recursive series(k) as (select ${from} union all select k + 1 from series where k < ${to})\n`
const fizzbuzz = (text: string, n: number) =>
  `${series(1, n)}select case when k % 15 = 0 then 'fizzbuzz' when k % 3 = 0 then 'fizz' when k % 5 = 0 then 'buzz' else ${text} end as v from series order by k;`

/** Every value is a row of the one column v. */
export const sqlite: Templates = {
  squares: ({ n }) => `${series(1, n)}select sum(k * k) as v from series;`,
  fizzbuzz: ({ n }) => fizzbuzz('cast(k as text)', n),
  divisor: ({ a, b }) =>
    `with recursive pair(a, b) as (select ${a}, ${b} union all select b, a % b from pair where b > 0)\nselect a as v from pair where b = 0;`,
  sorted: ({ numbers }) =>
    `create table list (v integer);\ninsert into list values ${numbers.map((n) => `(${n})`).join(', ')};\nselect v from list order by v;`,
  primes: ({ n }) =>
    `${series(2, n)}select k as v from series s where not exists (select 1 from series d where d.k < s.k and s.k % d.k = 0) order by k;`,
  repeated: ({ word, times }) => `select substr(replace(hex(zeroblob(${times})), '00', '-${word}'), 2) as v;`,
}

const others: Pick<Templates, 'repeated'> = {
  repeated: ({ word, times }) => `select '${word}' || repeat('-${word}', ${times - 1}) as v;`,
}

export const postgres: Templates = { ...sqlite, ...others }
export const duckdb: Templates = { ...sqlite, ...others }
