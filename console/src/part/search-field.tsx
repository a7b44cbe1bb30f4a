/** A field that filters the rows below it. */
export function SearchField(props: { label: string; value: string; onChange(value: string): void }) {
  return (
    <input
      type="search"
      className="grow"
      aria-label={props.label}
      placeholder={props.label}
      value={props.value}
      onChange={(event) => props.onChange(event.target.value)}
    />
  )
}
