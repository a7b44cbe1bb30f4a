import { expect } from 'vitest'
import type { SandboxProvider } from '../../sandbox.ts'
import { printed, takeWaiting } from './warm.fixture.ts'

const HIDE = (mark: string) => `
import os, sys
mark = '${mark}' * 50000
os.environ['MARK'] = '${mark}'
for place in ('/tmp', '/dev/shm', '/workspace'):
    with open(place + '/${mark}', 'w') as file: file.write(mark)
sys.intern('${mark}')`
const SEEK = `
import gc, mmap, os, re
found = []
def look(where, data):
    if re.search(rb'marker-[0-9]+-[0-9]+', data): found.append(where)
blank = mmap.mmap(-1, 16 << 20)
look('fresh memory', blank.read())
for line in open('/proc/self/maps'):
    fields = line.split()
    start, end = (int(n, 16) for n in fields[0].split('-'))
    if 'r' not in fields[1] or fields[-1] in ('[vvar]', '[vsyscall]') or end - start > 80 << 20: continue
    with open('/proc/self/mem', 'rb', 0) as memory:
        try:
            memory.seek(start)
            look(line, memory.read(end - start).replace(b'marker-[0-9]', b''))
        except (OSError, ValueError, OverflowError): pass
for place in ('/tmp', '/dev/shm', '/workspace', '/run', '/dev/mqueue'):
    for root, _, names in os.walk(place):
        for name in names: look(root + '/' + name, name.encode())
look('environment', str(dict(os.environ)).encode())
print('clean' if not found else found)`

/** A tenant hides marks everywhere and leaves; the next one looks for them, in its memory too. */
export async function showsNothingOfAnother(jail: SandboxProvider, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const mark = `marker-${process.pid}-${round}`
    const tenant = await takeWaiting(jail)
    await printed(tenant, HIDE(mark))
    await tenant.destroy()
    const next = await takeWaiting(jail)
    expect(await printed(next, SEEK), `round ${round}`).toBe('clean\n')
    await next.destroy()
  }
}
