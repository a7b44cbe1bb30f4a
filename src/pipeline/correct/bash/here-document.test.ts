import { expect, test } from 'vitest'
import { repaired, type Told } from '../repaired.fixture.ts'
import { hereDocument } from './here-document.ts'

const REPAIRED: [what: string, broken: string, repaired: string, told?: Told][] = [
  ['that is indented', 'cat <<EOF\na\n  EOF\necho b\n', 'cat <<EOF\na\nEOF\necho b\n'],
  ['that has a space behind it', 'cat <<EOF\na\nEOF \necho b\n', 'cat <<EOF\na\nEOF\necho b\n'],
  ['that is misspelt', 'cat <<EOF\na\nEOD\necho b\n', 'cat <<EOF\na\nEOF\necho b\n'],
  ['that is written small', 'cat <<EOF\na\neof\necho b\n', 'cat <<EOF\na\nEOF\necho b\n'],
  ['that has a parenthesis behind it', 'x=$(cat <<EOF\na\nEOF)\necho b\n', 'x=$(cat <<EOF\na\nEOF\n)\necho b\n'],
  ['that is lost', 'cat <<EOF\na\n\necho b\n', 'cat <<EOF\na\nEOF\n\necho b\n'],
]

test.each(REPAIRED)('the strategy finds the end of a document: %s', (_, broken, mended, told) => {
  expect(repaired(hereDocument, broken, told)).toBe(mended)
})

const LEFT_ALONE: [what: string, code: string, told?: Told][] = [
  ['a document that ends', "cat <<'EOF'\na\nEOF\n"],
  ['one that may be indented by tabs', 'cat <<-EOF\n\ta\n\tEOF\n'],
]

test.each(LEFT_ALONE)('the strategy leaves %s alone', (_, code, told) => {
  expect(repaired(hereDocument, code, told)).toBeUndefined()
})
