import type { Edit, Proposal, Strategy } from '../strategy.ts'
import { assuming, best, insert, propose, replace } from './edits.ts'
import { callsIn, type Expression, type Place, placeOf } from './expression.ts'
import { addImport } from './import-place.ts'

export const missingDirectory: Strategy = {
  id: 'python/missing-directory',
  languages: ['python'],
  title: 'Makes the directory that something is written into',
  answers: ['FileNotFoundError', 'FileExistsError'],
  prior: 0.85,
  bold: 'a directory that is there already',
  propose(fault) {
    const place = placeOf(fault)
    if (!place) return []
    return best(fault.diagnosis.type === 'FileExistsError' ? existing(place) : [...written(place), ...parents(place)])
  },
}

const isWriting = ({ text }: Expression): boolean => /^(?:mode=)?["'][rbt+]*[wax][bt+]*["']$/.test(text)

/** `open("out/x.txt", "w")`, `os.rename(a, "out/b")`, `Path("out/x").write_text("")` without a folder `out`. */
function written(place: Place): Proposal[] {
  return callsIn(place).flatMap(({ name, callee, arguments: given }): Proposal[] => {
    const [first, second] = given
    const isMoved = ['rename', 'replace', 'move', 'copy', 'copyfile', 'copy2'].includes(name) && given.length === 2
    const object = callee.text.slice(0, -name.length - 1)
    if (name === 'open' && callee.text === 'open' && first && given.slice(1).some(isWriting))
      return [before(place, first.text)]
    if (isMoved && second && /^(?:os|shutil)$/.test(object)) return [before(place, second.text)]
    const isPath = ['write_text', 'write_bytes'].includes(name) || (name === 'open' && given.some(isWriting))
    return isPath && object !== '' ? [ofPath(place, object)] : []
  })
}

const why = 'made the directory of the file first'

function before({ program, statement }: Place, path: string): Proposal {
  const line = `os.makedirs(os.path.dirname(${path}) or '.', exist_ok=True)\n${statement.indent}`
  const edits: Edit[] = [insert(statement.first.start, line)]
  const isImported = program.statements.some(
    ({ first, tokens }) => first.text === 'import' && tokens.some(({ text }) => text === 'os'),
  )
  return propose(isImported ? edits : [addImport(program, 'import os'), ...edits], why, 0.92)
}

const ofPath = ({ statement }: Place, object: string): Proposal =>
  propose(
    insert(statement.first.start, `${object}.parent.mkdir(parents=True, exist_ok=True)\n${statement.indent}`),
    why,
    0.92,
  )

/** `os.mkdir("a/b")` without a folder `a`. */
function parents({ program, tokens }: Place): Proposal[] {
  return callsIn({ program, tokens }).flatMap(({ name, callee, arguments: given, close }) => {
    const end = tokens[close]?.start
    if (name !== 'mkdir' || end === undefined) return []
    if (callee.text === 'os.mkdir')
      return [propose(replace(callee, 'os.makedirs'), 'made the directories above too', 0.95)]
    return [propose(insert(end, `${given.length ? ', ' : ''}parents=True`), 'made the directories above too', 0.95)]
  })
}

/** The program makes a directory that already exists. */
function existing({ program, tokens }: Place): Proposal[] {
  const fine = 'did not mind that the directory is there'
  const isMeant = 'the directory that is there already is the one that was to be made'
  return callsIn({ program, tokens }).flatMap(({ name, close, callee, arguments: given }) => {
    const end = tokens[close]?.start
    if (end === undefined) return []
    const more = `${given.length ? ', ' : ''}exist_ok=True`
    const edits = [...(callee.text === 'os.mkdir' ? [replace(callee, 'os.makedirs')] : []), insert(end, more)]
    return name === 'makedirs' || name === 'mkdir' ? [assuming(isMeant, propose(edits, fine, 0.85))] : []
  })
}
