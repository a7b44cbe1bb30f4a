/**
 * A WebAssembly function of sixteen multiplications at once, as its bytes:
 *
 *     dots(question, rows, count, dimensions, out)
 *
 * writes the dot product of a vector of signed bytes with each of `count` rows as 32 bits each. Plain JavaScript takes about eight times as long.
 */
const VALUE = { i32: 0x7f, v128: 0x7b }
const [QUESTION, ROWS, COUNT, DIMENSIONS, OUT, AT, SUM, LEFT, RIGHT] = [0, 1, 2, 3, 4, 5, 6, 7, 8]

const get = (local: number) => [0x20, local]
const set = (local: number) => [0x21, local]
const number = (value: number) => [0x41, value]
const ADD = 0x6a
const vector = (operation: number, ...rest: number[]) =>
  operation < 0x80 ? [0xfd, operation, ...rest] : [0xfd, operation, 0x01, ...rest]
const LOAD = vector(0x00, 0, 0)
const SPLAT = vector(0x11)
const ADD_LANES = vector(0xae)
const DOT = vector(0xba)
const lane = (index: number) => [...get(SUM), ...vector(0x1b, index)]
/** Half of the bytes as 16 bits each, the low half (0x87) or the high one (0x88). */
const halves = (which: number) => [
  ...get(LEFT),
  ...vector(which),
  ...get(RIGHT),
  ...vector(which),
  ...DOT,
  ...ADD_LANES,
]
const step = (local: number, ...by: number[]) => [...get(local), ...by, ADD, ...set(local)]

const BODY = [
  ...[0x02, 0x40, 0x03, 0x40], // block, loop over rows
  ...[...get(COUNT), 0x45, 0x0d, 1], // leave at 0
  ...[...number(0), ...SPLAT, ...set(SUM), ...number(0), ...set(AT)],
  ...[0x03, 0x40], // loop over 16 dimensions
  ...[...get(QUESTION), ...get(AT), ADD, ...LOAD, ...set(LEFT)],
  ...[...get(ROWS), ...get(AT), ADD, ...LOAD, ...set(RIGHT)],
  ...[...get(SUM), ...halves(0x87), ...halves(0x88), ...set(SUM)],
  ...[...step(AT, ...number(16)), ...get(AT), ...get(DIMENSIONS), 0x48, 0x0d, 0, 0x0b],
  ...[...get(OUT), ...lane(0), ...lane(1), ADD, ...lane(2), ADD, ...lane(3), ADD, 0x36, 2, 0],
  ...[...step(ROWS, ...get(DIMENSIONS)), ...step(OUT, ...number(4)), ...step(COUNT, 0x41, 0x7f)],
  ...[0x0c, 0, 0x0b, 0x0b, 0x0b], // again; ends
]

const text = (value: string) => [value.length, ...Buffer.from(value)]
const sized = (bytes: number[]) => [...leb(bytes.length), ...bytes]
const leb = (value: number): number[] => (value < 128 ? [value] : [(value & 127) | 128, ...leb(value >>> 7)])

function moduleBytes(): Uint8Array<ArrayBuffer> {
  const section = (id: number, ...content: number[]) => [id, ...sized(content)]
  const locals = [2, 1, VALUE.i32, 3, VALUE.v128]
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, 1, 0x60, 5, ...Array<number>(5).fill(VALUE.i32), 0),
    ...section(2, 1, ...text('own'), ...text('memory'), 0x02, 0x00, 1),
    ...section(3, 1, 0),
    ...section(7, 1, ...text('dots'), 0x00, 0),
    ...section(10, 1, ...sized([...locals, ...BODY])),
  ])
}

export type Dots = (question: number, rows: number, count: number, dimensions: number, out: number) => void

/** A memory of WebAssembly, as much of it as is used here: the types of the language have none. */
export interface WasmMemory {
  buffer: ArrayBuffer
  grow(pages: number): number
}

interface WasmInstance {
  exports: { dots: Dots }
}

const wasm = (globalThis as unknown as Record<'WebAssembly', unknown>).WebAssembly as {
  Memory: new (size: { initial: number }) => WasmMemory
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object, imports: { own: { memory: WasmMemory } }) => WasmInstance
}
let compiled: object | undefined

/** A memory of so many pages of 65,536 bytes, and the function over it; places are bytes in it, `dimensions` a multiple of 16. */
export function createDots(pages: number): { memory: WasmMemory; dots: Dots } {
  compiled ??= new wasm.Module(moduleBytes())
  const memory = new wasm.Memory({ initial: pages })
  return { memory, dots: new wasm.Instance(compiled, { own: { memory } }).exports.dots }
}
