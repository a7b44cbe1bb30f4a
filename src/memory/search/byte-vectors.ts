/**
 * Two functions in WebAssembly that work on sixteen signed bytes at once, as their bytes.
 *
 *     dots(question, rows, count, dimensions, out)
 *
 * writes the dot product of a vector of signed bytes with each of `count` rows, as 32 bits each.
 *
 *     sum(list, count, dimensions, out)
 *
 * adds rows to a vector of floats: `list` has the place of each row and its weight.
 */
const VALUE = { i32: 0x7f, v128: 0x7b }
const ADD = 0x6a

const get = (local: number) => [0x20, local]
const set = (local: number) => [0x21, local]
const number = (value: number) => [0x41, value]
const step = (local: number, ...by: number[]) => [...get(local), ...by, ADD, ...set(local)]
const vector = (operation: number, ...rest: number[]) =>
  operation < 0x80 ? [0xfd, operation, ...rest] : [0xfd, operation, 0x01, ...rest]
const LOAD = vector(0x00, 0, 0)
const [BLOCK, LOOP, END] = [[0x02, 0x40], [0x03, 0x40], [0x0b]]
const unless = (local: number, leave: number) => [...get(local), 0x45, 0x0d, leave]
const whileLess = (local: number, other: number) => [...get(local), ...get(other), 0x48, 0x0d, 0]

function dotsBody(): number[] {
  const [question, rows, count, dimensions, out, at, sum, left, right] = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const
  const [extendLow, extendHigh, dot, addLanes, splat] = [0x87, 0x88, 0xba, 0xae, 0x11].map((each) =>
    vector(each),
  ) as number[][]
  const half = (extend: number[] = []) => [
    ...get(left),
    ...extend,
    ...get(right),
    ...extend,
    ...(dot ?? []),
    ...(addLanes ?? []),
  ]
  const lane = (index: number) => [...get(sum), ...vector(0x1b, index)]
  return [
    ...[2, 1, VALUE.i32, 3, VALUE.v128],
    ...[...BLOCK, ...LOOP, ...unless(count, 1)],
    ...[...number(0), ...(splat ?? []), ...set(sum), ...number(0), ...set(at), ...LOOP],
    ...[...get(question), ...get(at), ADD, ...LOAD, ...set(left)],
    ...[...get(rows), ...get(at), ADD, ...LOAD, ...set(right)],
    ...[...get(sum), ...half(extendLow), ...half(extendHigh), ...set(sum)],
    ...[...step(at, ...number(16)), ...whileLess(at, dimensions), ...END],
    ...[...get(out), ...lane(0), ...lane(1), ADD, ...lane(2), ADD, ...lane(3), ADD, 0x36, 2, 0],
    ...[...step(rows, ...get(dimensions)), ...step(out, ...number(4)), ...step(count, 0x41, 0x7f)],
    ...[0x0c, 0, ...END, ...END, ...END],
  ]
}

/** Sixteen dimensions of all rows before the next sixteen, so that their sums stay in registers. */
function sumBody(): number[] {
  const [list, count, dimensions, out, at, entry, left, row, weight, part] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const
  const sums = [10, 11, 12, 13]
  const place = (index: number) => [...get(out), ...get(at), ...number(2), 0x74, ADD, ...number(index * 16), ADD]
  const [extend16, extend32] = [
    [0x87, 0x88],
    [0xa7, 0xa8],
  ] as const
  const addPart = (index: number) => [
    ...[...get(part), ...vector(extend32[index % 2] as number), ...vector(0xfa), ...get(weight), ...vector(0xe6)],
    ...[...get(sums[index] as number), ...vector(0xe4), ...set(sums[index] as number)],
  ]
  return [
    ...[2, 3, VALUE.i32, 7, VALUE.v128, ...LOOP],
    ...sums.flatMap((sum, index) => [...place(index), ...LOAD, ...set(sum)]),
    ...[...get(list), ...set(entry), ...get(count), ...set(left), ...BLOCK, ...LOOP, ...unless(left, 1)],
    ...[...get(entry), 0x28, 2, 0, ...get(at), ADD, ...LOAD, ...set(row)],
    ...[...get(entry), ...vector(0x09, 2, 4), ...set(weight)],
    ...[...get(row), ...vector(extend16[0]), ...set(part), ...addPart(0), ...addPart(1)],
    ...[...get(row), ...vector(extend16[1]), ...set(part), ...addPart(2), ...addPart(3)],
    ...[...step(entry, ...number(8)), ...step(left, 0x41, 0x7f), 0x0c, 0, ...END, ...END],
    ...sums.flatMap((sum, index) => [...place(index), ...get(sum), ...vector(0x0b, 0, 0)]),
    ...[...step(at, ...number(16)), ...whileLess(at, dimensions), ...END, ...END],
  ]
}

const text = (value: string) => [value.length, ...Buffer.from(value)]
const leb = (value: number): number[] => (value < 128 ? [value] : [(value & 127) | 128, ...leb(value >>> 7)])
const sized = (bytes: number[]) => [...leb(bytes.length), ...bytes]

function moduleBytes(): Uint8Array<ArrayBuffer> {
  const section = (id: number, ...content: number[]) => [id, ...sized(content)]
  const type = (parameters: number) => [0x60, parameters, ...Array<number>(parameters).fill(VALUE.i32), 0]
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, 2, ...type(5), ...type(4)),
    ...section(2, 1, ...text('own'), ...text('memory'), 0x02, 0x00, 1),
    ...section(3, 2, 0, 1),
    ...section(7, 2, ...text('dots'), 0x00, 0, ...text('sum'), 0x00, 1),
    ...section(10, 2, ...sized(dotsBody()), ...sized(sumBody())),
  ])
}

/** Places are bytes in the memory; `dimensions` is a multiple of 16. */
export interface Products {
  dots(question: number, rows: number, count: number, dimensions: number, out: number): void
  sum(list: number, count: number, dimensions: number, out: number): void
}

/** A memory of WebAssembly, as much of it as is used here: the types of the language have none. */
export interface WasmMemory {
  buffer: ArrayBuffer
  grow(pages: number): number
}

const wasm = (globalThis as unknown as Record<'WebAssembly', unknown>).WebAssembly as {
  Memory: new (size: { initial: number }) => WasmMemory
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object, imports: { own: { memory: WasmMemory } }) => { exports: Products }
}
let compiled: object | undefined

const PAGE = 65_536

/** A memory of at least so many bytes, and the functions over it. */
export function createProducts(bytes: number): Products & { memory: WasmMemory } {
  compiled ??= new wasm.Module(moduleBytes())
  const memory = new wasm.Memory({ initial: pagesOf(bytes) })
  const { dots, sum } = new wasm.Instance(compiled, { own: { memory } }).exports
  return { memory, dots, sum }
}

export const pagesOf = (bytes: number): number => Math.ceil(bytes / PAGE)
