export class LruCache<K, V> {
  private readonly values: Map<K, V> = new Map();
  private hits: number = 0;
  private misses: number = 0;

  constructor(private readonly capacity: number) {
    if (capacity < 1) {
      throw new RangeError('capacity must be at least 1');
    }
  }

  get(key: K): V | undefined {
    if (!this.values.has(key)) {
      this.misses++;
      return undefined;
    }
    this.hits++;
    const value = this.values.get(key) as V;
    this.values.delete(key);
    this.values.set(key, value);
    return value;
  }

  set(key: K, value: V): void {
    this.values.delete(key);
    this.values.set(key, value);
    if (this.values.size > this.capacity) {
      const oldest = this.values.keys().next().value as K;
      this.values.delete(oldest);
    }
  }

  keys(): K[] {
    return Array.from(this.values.keys());
  }

  stats(): { hits: number; misses: number } {
    return { hits: this.hits, misses: this.misses };
  }
}

const cache = new LruCache<string, number>(2);
cache.set('a', 1);
cache.set('b', 2);
console.log(cache.get('a'), cache.keys());
cache.set('c', 3);
console.log(cache.get('b') === undefined, cache.get('c'), cache.keys().join());
console.log(JSON.stringify(cache.stats()));
try {
  new LruCache<string, string>(0);
} catch (error) {
  console.log((error as Error).message);
}
