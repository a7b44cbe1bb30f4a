import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFakeHost } from '../fake-host.fixture.ts'
import { type RequestFlags, readRunRequest } from './run-request.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anneal-request-'))
  await writeFile(join(folder, 'hello.py'), 'print(1)\n')
  await writeFile(join(folder, 'other.js'), 'console.log(2)\n')
  await writeFile(join(folder, 'answer.MD'), 'Sure')
  await writeFile(join(folder, 'photo.png'), Uint8Array.of(0x89, 0xff, 0))
  await writeFile(join(folder, 'empty.py'), ' \n')
})
afterAll(() => rm(folder, { recursive: true }))

const read = (file: string | string[] | undefined, flags: RequestFlags = {}, stdin?: string) =>
  readRunRequest({
    host: createFakeHost(stdin === undefined ? {} : { stdin }).host,
    files: file === undefined ? [] : [file].flat(),
    flags,
  })

describe('the request of a command line', () => {
  it('sends a program with its name, so that the ending tells the language', async () => {
    expect(await read(join(folder, 'hello.py'))).toEqual({ code: 'print(1)\n', fileName: 'hello.py' })
  })

  it('sends a Markdown file, or anything with --text, as an answer', async () => {
    expect(await read(join(folder, 'answer.MD'))).toEqual({ text: 'Sure' })
    expect(await read(undefined, { text: true }, 'Sure')).toEqual({ text: 'Sure' })
  })

  it('sends several programs in the order they were named, with one language for all if one is given', async () => {
    const [hello, other] = [join(folder, 'hello.py'), join(folder, 'other.js')]
    expect(await read([other, hello])).toEqual({
      programs: [
        { code: 'console.log(2)\n', fileName: 'other.js' },
        { code: 'print(1)\n', fileName: 'hello.py' },
      ],
    })
    expect(await read(['-', hello], { language: 'python' }, 'print(3)')).toEqual({
      programs: [
        { code: 'print(3)', language: 'python' },
        { code: 'print(1)\n', language: 'python', fileName: 'hello.py' },
      ],
    })
  })

  it('reads standard input when it is named or piped', async () => {
    expect(await read('-', { language: 'python' }, 'print(2)')).toEqual({ code: 'print(2)', language: 'python' })
    expect(await read(undefined, {}, 'print(2)')).toEqual({ code: 'print(2)' })
  })

  it('passes on the arguments of the program', async () => {
    const { host } = createFakeHost({ stdin: 'x' })
    expect(await readRunRequest({ host, files: ['-'], flags: { arg: ['-a', 'b c'] } })).toEqual({
      code: 'x',
      args: ['-a', 'b c'],
    })
  })

  it('passes on every option that was given and no other', async () => {
    const asked = { attempts: 2, tests: true, parallel: true, stopOnFailure: true }
    const flags = { session: 's1', ...asked, network: ['a.test'], timeout: 1.5, memory: 64 }
    expect(await read('-', flags, 'x')).toEqual({
      code: 'x',
      session: 's1',
      options: { ...asked, network: { allow: ['a.test'] }, limits: { timeoutMs: 1500, memoryMb: 64 } },
    })
  })

  it('says how far a repair may go, and --no-repair is off', async () => {
    expect(await read('-', { repair: 'bold' }, 'x')).toEqual({ code: 'x', options: { repair: 'bold' } })
    expect(await read('-', { repair: false }, 'x')).toEqual({ code: 'x', options: { repair: 'off' } })
  })

  it('lays files beside the program: text as text, bytes as bytes, by relative path or last name', async () => {
    const request = await read('-', { file: [join(folder, 'photo.png'), 'src/cli/exit-code.ts'] }, 'x')
    expect(request.files?.['photo.png']).toEqual({ base64: 'if8A' })
    expect(request.files?.['src/cli/exit-code.ts']).toContain('export const EXIT')
  })

  it('takes the input of the program from a file or from ours', async () => {
    const file = join(folder, 'hello.py')
    expect((await read(file, { input: '-' }, 'data')).input).toBe('data')
    expect((await read('-', { input: file }, 'x')).input).toBe('print(1)\n')
  })

  it.each<[string, Parameters<typeof read>, string]>([
    ['an answer among programs', [['a.py', 'b.md']], 'b.md is an answer'],
    ['one input as two programs', [['-', '-'], {}, 'x'], 'nor two programs'],
    ['nothing to run', [undefined], 'nothing is piped in'],
    ['both from one input', ['-', { input: '-' }, 'x'], 'cannot be both'],
    ['a language for an answer', ['-', { text: true, language: 'python' }, 'x'], 'does not go with an answer'],
    ['empty input', ['-', {}, ' \n'], 'Standard input is empty'],
    ['a file that is not there', ['nowhere.py'], 'there is no such file'],
    ['a directory', ['.'], 'it is a directory'],
    ['a path through a file', ['package.json/x'], 'a part of the path is not a directory'],
  ])('refuses %s', async (_, call, message) => {
    await expect(read(...call)).rejects.toThrow(message)
  })

  it('refuses bytes as a program, an empty file and a name used twice', async () => {
    const photo = join(folder, 'photo.png')
    await expect(read(photo)).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      message: expect.stringContaining('UTF-8'),
    })
    await expect(read(join(folder, 'empty.py'))).rejects.toThrow('is empty')
    await expect(read('-', { file: [photo, photo] }, 'x')).rejects.toThrow('Two files would be called photo.png')
  })

  it('points at a file that an option with a list has swallowed', async () => {
    await expect(read(undefined, { network: ['a.test', 'prog.py'] })).rejects.toMatchObject({
      hint: 'Name FILE before the options that take a list: anneal run prog.py …',
    })
  })
})
