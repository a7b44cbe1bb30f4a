import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, indentOnInput } from '@codemirror/language'
import { Compartment, EditorState, type Extension, Prec } from '@codemirror/state'
import { EditorView, highlightActiveLine, keymap } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { type CodeMark, marksOf } from './code-marks.ts'
import { codeLook, languageOf } from './code-setup.ts'

export interface CodeEditorProps {
  value: string
  language?: string | null | undefined
  label: string
  marks?: CodeMark[] | undefined
  /** Without it the code is only to read. */
  onChange?: ((value: string) => void) | undefined
  onRun?: (() => void) | undefined
}

const NO_MARKS: CodeMark[] = []

/** Tab indents, so a person without a mouse has to be told how the focus leaves. */
const LEAVING = { 'aria-description': 'Escape and then Tab leads out of the editor' }

/** An editor, or a program to read, with remarks in its gutter. */
export function CodeEditor({ value, language, label, marks = NO_MARKS, onChange, onRun }: CodeEditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const parts = useRef({ language: new Compartment(), marks: new Compartment() }).current
  const acts = useRef({ onChange, onRun })
  acts.current = { onChange, onRun }
  const isEditable = onChange !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is made once; the effects below change it.
  useEffect(() => {
    const tell = EditorView.updateListener.of(
      (update) => update.docChanged && acts.current.onChange?.(update.state.doc.toString()),
    )
    const reading: Extension = isEditable
      ? [history(), indentOnInput(), highlightActiveLine(), keymap.of([indentWithTab])]
      : [EditorState.readOnly.of(true)]
    const run = Prec.highest(keymap.of([{ key: 'Mod-Enter', run: () => acts.current.onRun?.() !== null }]))
    view.current = new EditorView({
      parent: place.current as HTMLElement,
      doc: value,
      extensions: [
        ...[codeLook, run, reading, bracketMatching(), keymap.of([...defaultKeymap, ...historyKeymap])],
        ...[
          EditorView.contentAttributes.of({ 'aria-label': label, ...(isEditable && LEAVING) }),
          EditorView.lineWrapping,
          tell,
        ],
        ...[parts.language.of([]), parts.marks.of(marksOf(marks))],
      ],
    })
    return () => view.current?.destroy()
  }, [isEditable])
  useEffect(() => {
    const now = view.current
    if (!now || now.state.doc.toString() === value) return
    now.dispatch({ changes: { from: 0, to: now.state.doc.length, insert: value } })
  }, [value])
  useEffect(() => {
    let isLeft = false
    void languageOf(language).then((one) => {
      if (!isLeft) view.current?.dispatch({ effects: parts.language.reconfigure(one) })
    })
    return () => {
      isLeft = true
    }
  }, [language, parts])
  useEffect(() => {
    view.current?.dispatch({ effects: parts.marks.reconfigure(marksOf(marks)) })
  }, [marks, parts])
  return <div ref={place} className="code-place" />
}
