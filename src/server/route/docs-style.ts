export const DOCS_STYLE = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#fff, #16181b); --panel: light-dark(#f7f6f4, #1d2024); --text: light-dark(#1f2328, #e3e6ea);
  --dim: light-dark(#656d76, #949ca6); --line: light-dark(#e2e0dc, #30353b);
  --accent: light-dark(#a8430d, #ff9a5c); --get: light-dark(#1a6e44, #63cf98); --delete: light-dark(#b3261e, #ff8077);
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
* { box-sizing: border-box }
html { scroll-padding-top: 1rem }
body {
  margin: 0; font: 15px/1.55 system-ui, sans-serif; color: var(--text); background: var(--ground);
  display: grid; grid-template: auto 1fr / 19rem minmax(0, 1fr); grid-template-areas: "nav header" "nav main";
}
header { grid-area: header; padding: 2.5rem 3rem 0; max-width: 66rem }
main { grid-area: main; padding: 0 3rem 40vh; max-width: 66rem }
nav {
  grid-area: nav; position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1.6rem 1.4rem;
  background: var(--panel); border-right: 1px solid var(--line);
}
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 } h1 small { color: var(--dim); font-size: 1rem; font-weight: 400 }
h2 { font-size: 1.25rem; margin: 3rem 0 .2rem }
h3 { font-size: 1rem; margin: 0 } h3 code { font-size: 1rem; font-weight: 600 }
h4 { margin: 1.1rem 0 .35rem; color: var(--dim); font-size: 12px; font-weight: 600; letter-spacing: .06em; text-transform: uppercase }
header p { max-width: 46rem } section p { margin: .4rem 0 0 }
nav h2 { font-size: 12px; letter-spacing: .06em; text-transform: uppercase; color: var(--dim); margin: 1.6rem 0 .4rem } nav h2:first-child { margin-top: 0 }
nav a { display: flex; align-items: baseline; padding: .17rem 0; color: inherit; text-decoration: none; font-size: 13px; overflow-wrap: anywhere }
nav a:hover, nav a:focus-visible { color: var(--accent) }
nav code { font-size: 12px }
section { padding: 1.4rem 0 1.6rem; border-bottom: 1px solid var(--line) }
section:target > h3 code, section:target > h3 { color: var(--accent) }
b.get, b.post, b.delete { flex: none; display: inline-block; min-width: 3.6rem; font: 700 11px/1.9 var(--mono); text-transform: uppercase; color: var(--accent) }
b.get { color: var(--get) } b.delete { color: var(--delete) }
table { border-collapse: collapse; table-layout: fixed; width: 100% }
td { padding: .4rem 1rem .4rem 0; vertical-align: top; border-top: 1px solid var(--line); overflow-wrap: anywhere }
td:nth-child(1) { width: 30% } td:nth-child(2) { width: 26% } td b { font-weight: 600 }
code { font: 13px var(--mono); overflow-wrap: anywhere }
pre { font: 13px/1.6 var(--mono); background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: .9rem 1.1rem; overflow: auto; max-width: 46rem }
em, i { color: var(--dim); font-size: 12px; font-style: normal } a { color: var(--accent); text-underline-offset: 2px }
details { border-top: 1px solid var(--line); padding: .45rem 0 } details table { margin: .4rem 0 .6rem 1.1rem; width: calc(100% - 1.1rem) }
summary { cursor: pointer; font: 600 13px var(--mono) } summary:hover { color: var(--accent) }
h3 + table, h3 + details { margin-top: .7rem }
@media (max-width: 52rem) {
  body { display: block }
  header { padding: 1.6rem 1.2rem 0 } main { padding: 0 1.2rem 20vh }
  pre { white-space: pre-wrap; overflow-wrap: anywhere }
  nav { position: static; height: auto; margin-top: 1.4rem; padding: 1.2rem; border: 1px solid var(--line); border-width: 1px 0 }
  nav .names { columns: 2 } nav a { padding: .3rem 0 }
  table, tbody, tr, td { display: block; width: auto !important }
  tr { border-top: 1px solid var(--line); padding: .5rem 0 } td { border: 0; padding: 0 } td:nth-child(n + 2) { color: var(--dim) } td:nth-child(3) { color: inherit }
  td:empty { display: none }
}
`
