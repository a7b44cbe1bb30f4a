/**
 * A library that the loader puts before every program of a sandbox. `ls` and `stat` ask statx(2) not to trigger automounts;
 * this gVisor does not know that flag and refuses the whole call. A sandbox has no automounts, so the flag is taken out. The
 * library is built here because a host that runs sandboxes need not have a compiler.
 */
export function statxShim(): Buffer {
  const image = Buffer.alloc(DATA_OFFSET + 0x100)
  header().copy(image)
  for (const [offset, part] of [
    [SYMBOLS, symbols()],
    [STRINGS, Buffer.from(NAMES)],
    [HASH, words(1, 3, 1, 0, 2, 0)],
    [RELOCATION, longs(DATA_ADDRESS, SYSCALL_SYMBOL * 2 ** 32 + GLOB_DAT, 0)],
    [CODE, code()],
    [DATA_OFFSET + 8, dynamic()],
  ] as const) {
    part.copy(image, offset)
  }
  return image
}

const NAMES = '\0syscall\0statx\0'
const SYSCALL_SYMBOL = 1
const GLOB_DAT = 6
const [SYMBOLS, STRINGS, HASH, RELOCATION, CODE] = [0x140, 0x190, 0x1a0, 0x1c0, 0x200] as const
const CODE_END = 0x240
/** Data that the loader writes to, hence a page apart: the address of `syscall`, then the table that describes all of this. */
const DATA_OFFSET = 0x1000
const DATA_ADDRESS = 0x2000

/** statx(directory, path, flags, mask, buffer) becomes syscall(332, directory, path, flags & ~0x800, mask, buffer). */
function code(): Buffer {
  const start = Buffer.from('4d89c1 4189c8 81e2fff7ffff 89d1 4889f2 4863f7 bf4c010000 ff25'.replaceAll(' ', ''), 'hex')
  return Buffer.concat([start, words(DATA_ADDRESS - (CODE + start.length + 4))])
}

function header(): Buffer {
  const identity = Buffer.from('7f454c46020101000000000000000000', 'hex')
  const [SHARED_OBJECT, X86_64, PROGRAM_HEADERS, NO_SECTIONS] = [3, 62, 64, 0]
  return Buffer.concat([
    identity,
    shorts(SHARED_OBJECT, X86_64),
    words(1),
    longs(0, PROGRAM_HEADERS, NO_SECTIONS),
    words(0),
    shorts(64, 56, 4, 64, 0, 0),
    segment({ type: 1, flags: 5, offset: 0, address: 0, bytes: CODE_END }),
    segment({ type: 1, flags: 6, offset: DATA_OFFSET, address: DATA_ADDRESS, bytes: 0x100 }),
    segment({ type: 2, flags: 6, offset: DATA_OFFSET + 8, address: DATA_ADDRESS + 8, bytes: dynamic().length }),
    // Without this segment the loader would make the stack of every program executable.
    segment({ type: 0x6474e551, flags: 6, offset: 0, address: 0, bytes: 0 }),
  ])
}

function segment(part: { type: number; flags: number; offset: number; address: number; bytes: number }): Buffer {
  const { type, flags, offset, address, bytes } = part
  return Buffer.concat([words(type, flags), longs(offset, address, address, bytes, bytes, 0x1000)])
}

/** Symbols: an empty one, `syscall` of the C library, and `statx` of this library. */
function symbols(): Buffer {
  const [GLOBAL, GLOBAL_FUNCTION] = [0x10, 0x12]
  const symbol = (name: number, info: number, section: number, value: number) =>
    Buffer.concat([words(name), Buffer.from([info, 0]), shorts(section), longs(value, 0)])
  return Buffer.concat([symbol(0, 0, 0, 0), symbol(1, GLOBAL, 0, 0), symbol(9, GLOBAL_FUNCTION, 1, CODE)])
}

/**
 * Dynamic table, as tag and value: hash table, strings and their size, symbols and their size, relocations, their size and that
 * of one.
 */
function dynamic(): Buffer {
  return longs(4, HASH, 5, STRINGS, 10, NAMES.length, 6, SYMBOLS, 11, 24, 7, RELOCATION, 8, 24, 9, 24, 0, 0)
}

const shorts = (...values: number[]) => Buffer.from(new Uint16Array(values).buffer)
const words = (...values: number[]) => Buffer.from(new Uint32Array(values).buffer)
const longs = (...values: number[]) => Buffer.from(new BigUint64Array(values.map(BigInt)).buffer)
