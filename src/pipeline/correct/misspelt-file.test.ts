import { expect, test } from 'vitest'
import { applyEdits } from '../apply-edits.ts'
import { diagnosisOf } from '../diagnosis.fixture.ts'
import { misspeltFile } from './misspelt-file.ts'

const corrected = (code: string, message: string, files: string[]) => {
  const diagnosis = diagnosisOf('FileNotFound', { message })
  const [best] = misspeltFile.propose({ code, language: 'bash', diagnosis, facts: { files } })
  return best && applyEdits(code, best.edits)
}

test('A misspelt file gets the name of the file that is there, wherever the program names it', () => {
  const told = 'cat: in/nots.txt: No such file or directory'
  expect(corrected('cat in/nots.txt\nwc in/nots.txt\n', told, ['in/notes.txt'])).toBe(
    'cat in/notes.txt\nwc in/notes.txt\n',
  )
  const said = "ENOENT: no such file or directory, open './nots.txt'"
  expect(corrected("read('./nots.txt')\n", said, ['notes.txt'])).toBe("read('./notes.txt')\n")
})

test('A file of another name, in another folder, with another ending or number is another file', () => {
  const told = 'cat: notes.txt: No such file or directory'
  const files = ['other.txt', 'old/notes.txt', 'notes.csv']
  expect(corrected('cat notes.txt\n', told, files)).toBeUndefined()
  expect(corrected('cat part1.txt\n', 'cat: part1.txt: No such file or directory', ['part2.txt'])).toBeUndefined()
})
