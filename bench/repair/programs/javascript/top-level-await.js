import { readFile, writeFile, mkdir, readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const folder = 'cache/pages';
await mkdir(folder, { recursive: true });

async function download(name, size) {
  await sleep(size);
  const body = `${name}:${'x'.repeat(size)}`;
  await writeFile(`${folder}/${name}.txt`, body);
  return body.length;
}

async function withLimit(limit, jobs) {
  const results = [];
  const queue = [...jobs.entries()];
  async function worker() {
    while (queue.length > 0) {
      const [index, job] = queue.shift();
      results[index] = await job();
    }
  }
  await Promise.all(Array.from({ length: limit }, () => worker()));
  return results;
}

const sizes = { home: 5, about: 1, contact: 3 };
const jobs = Object.entries(sizes).map(([name, size]) => () => download(name, size));
const lengths = await withLimit(2, jobs);
console.log(lengths);
const names = (await readdir(folder)).sort();
for (const name of names) {
  const text = await readFile(`${folder}/${name}`, 'utf8');
  console.log(name, text.length, text.split(':')[0].toUpperCase());
}
const missing = await readFile('cache/none.txt', 'utf8').catch((error) => error.code);
console.log('Missing:', missing);
const total = lengths.reduce((sum, length) => sum + length, 0);
console.log(`Total ${total}, mean ${(total / lengths.length).toFixed(2)}`);
