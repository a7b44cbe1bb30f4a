export const DOCS_STYLE = `
:root { color-scheme: light dark; --line: light-dark(#ddd, #333); --dim: light-dark(#666, #999); --accent: light-dark(#b3470f, #ff9a5c); }
* { box-sizing: border-box }
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; display: grid; grid-template-columns: 20rem minmax(0, 1fr); }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1.5rem; border-right: 1px solid var(--line); }
nav a { display: block; padding: .15rem 0; color: inherit; text-decoration: none; font-size: 13px; overflow-wrap: anywhere; }
nav a:hover { color: var(--accent) }
main { padding: 1.5rem 2.5rem 30vh; max-width: 60rem; }
h1 { font-size: 1.3rem; margin: 0 0 1rem } h1 small { color: var(--dim); font-weight: 400 }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem } h3 { font-size: 1rem; font-family: ui-monospace, monospace; margin: 0 } h4 { margin: .8rem 0 .2rem; color: var(--dim); font-weight: 500 }
section { padding: 1.2rem 0; border-bottom: 1px solid var(--line); scroll-margin-top: 1rem; }
section:target h3 { color: var(--accent) }
b.get, b.post, b.delete { display: inline-block; min-width: 3.4rem; font: 600 11px ui-monospace, monospace; text-transform: uppercase; color: var(--accent); }
table { border-collapse: collapse; width: 100%; } td { padding: .3rem .8rem .3rem 0; vertical-align: top; border-top: 1px solid var(--line); }
code { font: 13px ui-monospace, monospace } em, i { color: var(--dim); font-size: 12px } a { color: var(--accent) }
details { padding: .3rem 0 } summary { cursor: pointer; font: 13px ui-monospace, monospace }
@media (max-width: 50rem) { body { display: block } nav { position: static; height: auto; border: 0 } main { padding: 1.5rem } }
`
