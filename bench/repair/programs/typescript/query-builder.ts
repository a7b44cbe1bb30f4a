type Order = 'asc' | 'desc';

interface Row {
  [column: string]: string | number | boolean;
}

class Query<T extends Row> {
  private filters: Array<(row: T) => boolean> = [];
  private ordering: [keyof T, Order] | null = null;
  private maximum = Infinity;

  constructor(private readonly rows: readonly T[]) {}

  where<K extends keyof T>(column: K, value: T[K]): Query<T> {
    this.filters.push((row) => row[column] === value);
    return this;
  }

  orderBy(column: keyof T, order: Order = 'asc'): Query<T> {
    this.ordering = [column, order];
    return this;
  }

  limit(count: number): Query<T> {
    this.maximum = count;
    return this;
  }

  run(): T[] {
    const found = this.rows.filter((row) => this.filters.every((filter) => filter(row)));
    if (this.ordering !== null) {
      const [column, order] = this.ordering;
      const sign = order === 'asc' ? 1 : -1;
      found.sort((a, b) => (a[column] < b[column] ? -sign : a[column] > b[column] ? sign : 0));
    }
    return found.slice(0, this.maximum);
  }
}

const people = [
  { name: 'Ada', age: 36, active: true },
  { name: 'Ben', age: 41, active: false },
  { name: 'Cleo', age: 29, active: true },
];
const names = (rows: { name: string }[]): string => rows.map((row) => row.name).join(' ');
console.log(names(new Query(people).where('active', true).orderBy('age').run()));
console.log(names(new Query(people).orderBy('age', 'desc').limit(2).run()));
console.log(new Query(people).where('name', 'Dan').run().length === 0);
