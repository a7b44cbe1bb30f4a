interface CacheEntry<V> {
  value: V;
  expires: number;
}

class AsyncCache<K, V> {
  private entries = new Map<K, CacheEntry<V>>();
  private pending = new Map<K, Promise<V>>();
  public loads = 0;

  constructor(private load: (key: K) => Promise<V>, private ttl: number, private now: () => number) {}

  async get(key: K): Promise<V> {
    const known = this.entries.get(key);
    if (known !== undefined && known.expires > this.now()) {
      return known.value;
    }
    const waiting = this.pending.get(key) ?? this.fetch(key);
    return await waiting;
  }

  private async fetch(key: K): Promise<V> {
    this.loads++;
    const promise = this.load(key);
    this.pending.set(key, promise);
    try {
      const value = await promise;
      this.entries.set(key, { value, expires: this.now() + this.ttl });
      return value;
    } finally {
      this.pending.delete(key);
    }
  }
}

let clock = 0;
const lookup = async (name: string): Promise<number> => {
  await new Promise<void>((resolve) => setTimeout(resolve, 1));
  return name.length;
};

async function main(): Promise<void> {
  const cache = new AsyncCache<string, number>(lookup, 10, () => clock);
  console.log(await cache.get('anneal'), cache.loads);
  console.log(await Promise.all([cache.get('abc'), cache.get('abc')]), cache.loads);
  clock = 20;
  console.log(await cache.get('anneal'), cache.loads);
}

main();
