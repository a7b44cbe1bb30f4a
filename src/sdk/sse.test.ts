import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSseParser, type SseMessage } from './sse.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const message = (data: string, change: Partial<SseMessage> = {}) => ({
  type: 'message',
  data,
  lastEventId: '',
  ...change,
})
const parse = (...chunks: (string | Uint8Array)[]) => {
  const parser = createSseParser()
  return chunks.flatMap((chunk) => parser.push(typeof chunk === 'string' ? bytesOf(chunk) : chunk))
}

describe('the parser of server-sent events', () => {
  it('joins the data lines of one message with line feeds', () => {
    expect(parse('data: one\ndata:two\ndata:  three\n\n')).toEqual([message('one\ntwo\n three')])
  })

  it('gives type and id, and keeps the id for messages without one', () => {
    expect(parse('event: tick\nid: 7\ndata: a\n\ndata: b\n\n')).toEqual([
      message('a', { type: 'tick', lastEventId: '7' }),
      message('b', { lastEventId: '7' }),
    ])
  })

  it('passes over comments, unknown fields and messages without data', () => {
    expect(parse(': keep-alive\n\nretry: 10\nwhatever: 1\n\nevent: lost\n\ndata: here\n\n')).toEqual([message('here')])
  })

  it('takes a field without a colon as one with an empty value', () => {
    expect(parse('data\n\n', 'data\ndata\n\n')).toEqual([message(''), message('\n')])
  })

  it('ignores an id with a NUL and clears it by an empty one', () => {
    expect(parse('id: 1\nid: a\0b\ndata: x\n\nid\ndata: y\n\n')).toEqual([
      message('x', { lastEventId: '1' }),
      message('y'),
    ])
  })

  it('drops a message that the stream does not finish', () => {
    expect(parse('data: whole\n\ndata: half\n')).toEqual([message('whole')])
  })

  it('skips one byte order mark at the start and only there', () => {
    expect(parse('\ufeffdata: a\n\ndata: \ufeffb\n\n')).toEqual([message('a'), message('\ufeffb')])
  })

  it('does not see two line ends in a CRLF that is cut in half', () => {
    expect(parse('data: a\r', '\ndata: b\r', '\n\r', '\n')).toEqual([message('a\nb')])
  })

  it('gives the same messages however the bytes are cut', () => {
    const piece = fc.constantFrom('data', 'id', 'event', ':', ' ', '\n', '\r', '\r\n', 'é', '🙂', '\ufeff', '\0', 'x')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.array(fc.nat(), { maxLength: 10 }), (pieces, cuts) => {
        const bytes = bytesOf(pieces.join(''))
        expect(parse(...cut(bytes, cuts))).toEqual(parse(bytes))
        expect(parse(...Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(parse(bytes))
      }),
    )
  })

  it('gives back the written messages, with any line ends and comments between', () => {
    const text = fc.string({ unit: 'grapheme' }).map((value) => value.replace(/[\r\n]/g, '·'))
    const sent = fc.record({ data: fc.array(text, { minLength: 1, maxLength: 4 }), id: text.map(withoutNul) })
    fc.assert(
      fc.property(fc.array(sent), fc.constantFrom('\n', '\r', '\r\n'), fc.array(fc.nat()), (messages, end, cuts) => {
        const written = messages
          .map(({ data, id }) => [': comment', `id: ${id}`, ...data.map((line) => `data: ${line}`), end].join(end))
          .join('')
        expect(parse(...cut(bytesOf(written), cuts))).toEqual(
          messages.map(({ data, id }) => message(data.join('\n').toWellFormed(), { lastEventId: id.toWellFormed() })),
        )
      }),
    )
  })

  it('reads one long line in many chunks in linear time', () => {
    const chunk = bytesOf('x'.repeat(64))
    const parser = createSseParser()
    parser.push(bytesOf('data: '))
    const before = process.cpuUsage()
    for (let count = 0; count < 100_000; count++) parser.push(chunk)
    expect(parser.push(bytesOf('\n\n'))[0]?.data).toHaveLength(6_400_000)
    // Processor time of this process in microseconds, independent of other load.
    expect(process.cpuUsage(before).user).toBeLessThan(5_000_000)
  })
})

function cut(bytes: Uint8Array, cuts: number[]): Uint8Array[] {
  const places = [0, ...cuts.map((at) => at % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end))
}

const withoutNul = (value: string) => value.replaceAll('\0', '·')
