import { type Extension, RangeSet, StateField } from '@codemirror/state'
import { Decoration, EditorView, GutterMarker, gutter, WidgetType } from '@codemirror/view'

/** A remark about one line of a program. */
export interface CodeMark {
  line: number
  meaning: 'failed' | 'blocked' | 'going' | 'looked'
  /** For the gutter; a line that is only looked at has none. */
  text?: string | undefined
  /** Shown below the line itself. */
  note?: string | undefined
}

class Sign extends GutterMarker {
  readonly mark: CodeMark
  constructor(mark: CodeMark) {
    super()
    this.mark = mark
  }
  override toDOM() {
    const sign = document.createElement('span')
    sign.className = `cm-finding cm-finding-${this.mark.meaning}`
    sign.textContent = this.mark.meaning === 'failed' ? '✖' : this.mark.meaning === 'blocked' ? '▲' : '●'
    sign.title = this.mark.text ?? ''
    return sign
  }
}

class Note extends WidgetType {
  readonly text: string
  constructor(text: string) {
    super()
    this.text = text
  }
  override eq(other: Note) {
    return other.text === this.text
  }
  override toDOM() {
    const note = document.createElement('div')
    note.className = 'cm-note'
    // Names between backticks are shown as code.
    const pieces = this.text.split(/`([^`\n]+)`/).map((piece, index) => {
      if (index % 2 === 0) return piece
      const name = document.createElement('code')
      name.textContent = piece
      return name
    })
    note.append('↑ ', ...pieces)
    return note
  }
}

/** Colours lines, puts signs into the gutter, and notes below lines. */
export function marksOf(marks: readonly CodeMark[]): Extension {
  if (marks.length === 0) return []
  const sorted = marks.toSorted((one, other) => one.line - other.line)
  const field = StateField.define({
    create: (state) => {
      const there = sorted.filter(({ line }) => line >= 1 && line <= state.doc.lines)
      const ranges = there.flatMap((mark) => {
        const { from, to } = state.doc.line(mark.line)
        const lines = mark.meaning === 'failed' || mark.meaning === 'looked'
        return [
          ...(lines ? [Decoration.line({ class: `cm-mark-${mark.meaning}` }).range(from)] : []),
          ...(mark.note ? [Decoration.widget({ widget: new Note(mark.note), side: 1, block: true }).range(to)] : []),
        ]
      })
      return Decoration.set(ranges, true)
    },
    update: (value, transaction) => value.map(transaction.changes),
    provide: (field) => EditorView.decorations.from(field),
  })
  const signs = gutter({
    class: 'cm-findings',
    markers: (view) => {
      const there = sorted.filter(({ line, text }) => text && line >= 1 && line <= view.state.doc.lines)
      return RangeSet.of(
        there.map((mark) => new Sign(mark).range(view.state.doc.line(mark.line).from)),
        true,
      )
    },
  })
  return [field, signs]
}
