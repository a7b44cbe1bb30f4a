import { describe, expect, it } from 'vitest'
import { warningAround } from './warnings.ts'

const isWarned = (before: string, { code = 'x = 1\n', behind = '' } = {}) =>
  warningAround({ before, behind, code }) !== undefined

describe('prose around a block', () => {
  const against = [
    'Never run this on a real machine:',
    'Whatever you do, do not execute the following command:',
    'The following code is wrong:',
    'This is a dangerous command.',
    'Warning: the following command wipes your disk.',
    'Careful, this one erases the whole partition:',
    'Here is the buggy version:',
    'A common mistake looks like this:',
    'This will not compile:',
    '### Bad',
    '**Wrong:**',
    '❌ Without a lock',
    'You should see what not to do. For example:',
    'Here is how **not** to do it:',
    'Instead of this:',
    'Python 2, no longer works:',
    'This raises a TypeError:',
    '⚠️ DANGER: this formats the disk:',
    '**Warning:** the next command deletes every file here. Only use it if you know what you are doing.',
  ]
  it.each(against)('speaks against running it: %s', (before) => {
    expect(isWarned(before)).toBe(true)
  })

  const fine = [
    'Here is a corrected version of the wrong code:',
    'Do not use eval. Use this instead:',
    'To fix the broken loop, write:',
    'This avoids the dangerous call:',
    'Run this:',
    'Instead of this, write:',
    'Be careful with large numbers:',
    'This function raises a ValueError if the list is empty:',
    'The next function deletes the file when it is older than a day:',
    'Here is how to check if the input is wrong:',
    'The bug was wrong indentation. Here is the function:',
  ]
  it.each(fine)('does not speak against it: %s', (before) => {
    expect(isWarned(before)).toBe(false)
  })

  it('counts behind the block as well, and in its first comment', () => {
    expect(isWarned('', { behind: 'Never run this as root.' })).toBe(true)
    expect(isWarned('', { behind: 'It prints 3. Do not worry.' })).toBe(false)
    expect(isWarned('', { behind: 'The code above does not work because a list is no number.' })).toBe(true)
    expect(isWarned('', { behind: 'This query is wrong: it joins every row with every row.' })).toBe(true)
    expect(isWarned('', { behind: 'This code does not work if the list is empty.' })).toBe(false)
    expect(isWarned('', { behind: 'The output above is wrong on old versions of Python.' })).toBe(false)
    expect(isWarned('', { code: '# BAD: builds SQL from text\nq = 1\n' })).toBe(true)
    expect(isWarned('', { code: '# WRONG: sort() gives None\n# RIGHT:\nq.sort()\n' })).toBe(false)
    expect(isWarned('', { code: '# bad words are counted here\nq = 1\n' })).toBe(false)
  })
})
