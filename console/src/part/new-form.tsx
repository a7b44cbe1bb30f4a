import { type FormEvent, type ReactNode, useState } from 'react'
import { useAct } from './act.tsx'
import { FailureNote } from './state.tsx'

export interface Field {
  /** The name of its value. */
  name: string
  /** Its words for readers of the screen. */
  label: string
  placeholder?: string
  /** A choice of these in place of free text; the first is chosen. */
  options?: readonly string[]
  isOptional?: boolean
}

const firstOf = (fields: readonly Field[]): Record<string, string> =>
  Object.fromEntries(fields.map(({ name, options }) => [name, options?.[0] ?? '']))

/** A line of fields that makes something: by its button or by Enter, once at a time, and a failure is told in words. */
export function NewForm<Name extends string>(props: {
  fields: readonly (Field & { name: Name })[]
  action: ReactNode
  make(values: Record<Name, string>): Promise<unknown>
  /** Whether the text stays: for a search, which is changed rather than begun again. */
  keepsText?: boolean
}) {
  const { fields, action, make, keepsText = false } = props
  const [values, setValues] = useState(() => firstOf(fields))
  const { act, isBusy, failure } = useAct()
  const isMissing = fields.some(({ name, isOptional }) => !isOptional && values[name]?.trim() === '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isMissing) return
    const told = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()]))
    act(async () => {
      await make(told as Record<Name, string>)
      if (keepsText) return
      // A choice stays for the next one; text does not.
      setValues((now) =>
        Object.fromEntries(fields.map(({ name, options }) => [name, options ? (now[name] ?? '') : ''])),
      )
    })
  }
  const change = (name: string) => (event: { target: { value: string } }) =>
    setValues((now) => ({ ...now, [name]: event.target.value }))
  return (
    <form className="row" onSubmit={submit}>
      {fields.map(({ name, label, placeholder, options }) =>
        options ? (
          <select key={name} aria-label={label} value={values[name]} onChange={change(name)}>
            {options.map((option) => (
              <option key={option}>{option}</option>
            ))}
          </select>
        ) : (
          <input key={name} aria-label={label} placeholder={placeholder} value={values[name]} onChange={change(name)} />
        ),
      )}
      <button type="submit" className="main" disabled={isBusy || isMissing}>
        {action}
      </button>
      {failure && <FailureNote failure={failure} />}
    </form>
  )
}
