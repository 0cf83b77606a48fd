/** The pages' one style sheet: plain, readable in light and dark, no help from scripts or other hosts. */
export const style = `
:root { color-scheme: light dark; --ink: #1b1b22; --soft: #55555f; --paper: #ffffff; --edge: #8a8a96; --fill: #f3f3f7;
  --act: #4338ca; --on-act: #ffffff; --warn-ink: #8c1414; --warn-fill: #fdeaea; --banner: #5b3a00; --banner-fill: #ffe9b8; }
@media (prefers-color-scheme: dark) { :root { --ink: #f2f2f5; --soft: #b9b9c4; --paper: #16161b; --edge: #77778a;
  --fill: #22222a; --act: #a5b4fc; --on-act: #14142b; --warn-ink: #ffc9c9; --warn-fill: #4a1616; --banner: #ffe9b8;
  --banner-fill: #4a3300; } }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
.banner { padding: .5rem 1rem; text-align: center; color: var(--banner); background: var(--banner-fill); }
main { max-width: 34rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
main:has(.wide) { max-width: 70rem; }
h1 { font-size: 1.5rem; margin: .5rem 0 1rem; }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
a { color: var(--act); }
label { display: block; margin: .9rem 0 .25rem; font-weight: 600; }
input { width: 100%; min-height: 2.75rem; padding: .5rem .75rem; font: inherit; color: var(--ink); background: var(--paper);
  border: 1px solid var(--edge); border-radius: .5rem; }
input[readonly] { background: var(--fill); }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; }
button { min-height: 2.75rem; padding: .5rem 1.25rem; font: inherit; font-weight: 600; color: var(--on-act);
  background: var(--act); border: 0; border-radius: .5rem; cursor: pointer; }
button.plain { color: var(--ink); background: var(--fill); border: 1px solid var(--edge); }
.pay { width: 100%; margin: 1.5rem 0 1rem; }
:focus-visible { outline: 3px solid var(--act); outline-offset: 2px; }
.notice { padding: .75rem 1rem; color: var(--warn-ink); background: var(--warn-fill); border-radius: .5rem; }
.soft { color: var(--soft); }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .5rem .5rem .5rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--edge); }
.amount { text-align: right; font-variant-numeric: tabular-nums; }
.scroll { overflow-x: auto; }
.row { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; margin: .75rem 0; }
.row form { display: flex; gap: .5rem; align-items: end; }
.row input { width: 6rem; }
summary { min-height: 2.75rem; padding: .5rem 0; cursor: pointer; color: var(--act); }
code { font-size: .85rem; overflow-wrap: anywhere; }
`
