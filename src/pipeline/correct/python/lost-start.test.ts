import { describe, expect, it } from 'vitest'
import { lostStart } from './lost-start.ts'
import { faultOf, repairBy, type Told } from './repair.fixture.ts'

/** A function over `xs` that returns `out`, which nothing begins. */
const bodyOf = (lines: string[]): string => ['def f(xs):', ...lines.map((line) => `    ${line}`), ''].join('\n')

const told = (line: number, name = 'out'): Told => ['UnboundLocalError', `cannot access local variable '${name}'`, line]
const repaired = (lines: string[], line: number, name?: string) =>
  repairBy(lostStart, faultOf(bodyOf(lines), told(line, name)))?.split('\n')

describe('a variable that has lost its first value', () => {
  it.each([
    ['out.append(x)', '[]'],
    ['out.add(x)', 'set()'],
    ['out[x] = out.get(x, 0) + 1', '{}'],
    ['out += x * 2', '0'],
    ['out += f"{x},"', "''"],
    ['out = str(x) + out', "''"],
    ['out += [x]', '[]'],
    ['out *= x', '1'],
  ])('is begun before the loop that has `%s` with %s', (change, start) => {
    const lines = ['for x in xs:', `    ${change}`, 'return out']
    expect(repaired(lines, 3)?.[1]).toBe(`    out = ${start}`)
  })

  it('begins anew in every round of the loop that takes it', () => {
    const lines = ['for row in xs:', '    for x in row:', '        out += x + 1', '    print(out)']
    expect(repaired(lines, 4)?.slice(1, 4)).toEqual(['    for row in xs:', '        out = 0', '        for x in row:'])
  })

  it('is begun outside of every loop that it counts', () => {
    const lines = ['while xs:', '    for x in xs:', '        if x:', '            return out', '    out += 1']
    expect(repaired(lines, 5)?.[1]).toBe('    out = 0')
  })

  it('is begun outside of the inner function that fills it', () => {
    const lines = ['def visit(x):', '    out.append(x)', 'visit(xs)', 'return out']
    const fault = faultOf(bodyOf(lines), ['NameError', "name 'out' is not defined", 3])
    expect(repairBy(lostStart, fault)?.split('\n')[1]).toBe('    out = []')
  })

  it('begins with the value that it is set back to', () => {
    const lines = ['for x in xs:', '    out += x', '    if out < 0:', '        out = 0', 'return out']
    expect(repaired(lines, 3)?.[1]).toBe('    out = 0')
  })

  it('is a flag that begins as the opposite of what the loop makes it', () => {
    const lines = ['for x in xs:', '    if x:', '        out = True', 'return out']
    expect(repaired(lines, 5)).toEqual(bodyOf(['out = False', ...lines]).split('\n'))
  })
})

describe('nothing tells the first value of', () => {
  it.each([
    ['a queue that a loop empties', ['while out:', '    x = out.pop()', '    out.append(x)'], 2],
    ['the best of several', ['for x in xs:', '    out = max(out, x)', 'return out'], 3],
    ['a variable that only gets less', ['while xs:', '    out -= 1', 'return out'], 3],
    ['a variable with two uses that no value fits', ['for x in xs:', '    out.append(x)', '    out += "x"'], 3],
    ['a variable that nothing adds to', ['for x in xs:', '    print(out[x])'], 3],
  ])('%s', (_, lines, line) => {
    expect(repaired(lines, line)).toBeUndefined()
  })

  it('a variable beside one that begins empty and is never read: that one has the wrong name', () => {
    const lines = ['result = []', 'for x in xs:', '    out.append(x)', 'return out']
    expect(repaired(lines, 4)).toBeUndefined()
  })
})
