/** The stylesheet of the in-box. A string, so that it travels inside the built server. */
export const stylesheet = `
:root {
  color-scheme: light dark;
  --paper: #f6f1e7; --sheet: #fffdf8; --sunk: #efe7d8; --line: #ddd1bb;
  --ink: #1d1a16; --soft: #544c42; --accent: #a92c15; --mark: #d13b1e; --on-accent: #fff; --fill: #b8321a;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #17140f; --sheet: #211d18; --sunk: #2b2620; --line: #453d33;
    --ink: #f1eadc; --soft: #c2b8a8; --accent: #ff9a7e; --mark: #e2573a; --on-accent: #17140f; --fill: #ff9a7e;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 'Instrument Sans', ui-sans-serif, system-ui, sans-serif; }
h1, .brand { font-family: 'Bricolage Grotesque Variable', 'Bricolage Grotesque', ui-sans-serif, system-ui, sans-serif; }
h1 { font-size: clamp(1.6rem, 4vw, 2.4rem); line-height: 1.15; letter-spacing: -0.02em; margin: 0 0 1.25rem; overflow-wrap: anywhere; }
h2 { font-size: 1rem; margin: 2rem 0 0.5rem; }
a { color: var(--accent); text-underline-offset: 0.2em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
.banner {
  display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: 0 1.5rem;
  padding: 0.25rem max(1rem, calc((100vw - 60rem) / 2)); border-bottom: 3px solid var(--ink); color: var(--soft); font-size: 0.9rem;
}
.brand { display: inline-flex; align-items: center; gap: 0.6rem; min-height: 44px; color: var(--ink); font-weight: 750; font-size: 1.1rem; text-decoration: none; }
.mark { width: 1.1rem; height: 1.1rem; border-radius: 50% 50% 50% 0; background: var(--mark); }
main { max-width: 62rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
.search label { display: block; color: var(--soft); font-size: 0.9rem; margin-bottom: 0.3rem; }
.search-row { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
input, button { font: inherit; min-height: 44px; border-radius: 4px; padding: 0 0.9rem; }
input { flex: 1 1 16rem; min-width: 0; border: 1.5px solid var(--soft); background: var(--sheet); color: var(--ink); }
button { border: 0; background: var(--fill); color: var(--on-accent); font-weight: 650; cursor: pointer; }
.quiet { display: inline-flex; align-items: center; min-height: 44px; padding: 0 0.5rem; }
.count { color: var(--soft); margin: 1.25rem 0 0.5rem; }
.empty { padding: 2rem; background: var(--sheet); border: 1.5px dashed var(--line); max-width: 40rem; }
.inbox { list-style: none; margin: 0; padding: 0; border-top: 1.5px solid var(--ink); }
.inbox li { border-bottom: 1px solid var(--line); }
.inbox a {
  display: grid; grid-template-columns: minmax(10rem, 16rem) minmax(0, 1fr) auto; gap: 0 1.25rem;
  grid-template-areas: 'to subject time' 'to snippet snippet';
  padding: 0.75rem 0.5rem; color: inherit; text-decoration: none;
}
.inbox a:hover { background: var(--sheet); }
.inbox a:hover .row-subject { text-decoration: underline; }
.row-to { grid-area: to; color: var(--soft); overflow-wrap: anywhere; }
.row-time { grid-area: time; color: var(--soft); white-space: nowrap; font-variant-numeric: tabular-nums; }
.row-subject { grid-area: subject; font-weight: 650; overflow-wrap: anywhere; }
.row-snippet { grid-area: snippet; color: var(--soft); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.pager { display: flex; justify-content: space-between; }
.pager a, main > nav:first-child a { display: inline-flex; align-items: center; min-height: 44px; }
.facts, .headers { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.25rem 1.25rem; margin: 0 0 1.5rem; }
.facts dt, .headers dt { color: var(--soft); }
.facts dd, .headers dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap; }
.attachment { margin-right: 1rem; }
.views { display: flex; gap: 0.25rem; border-bottom: 1.5px solid var(--ink); margin-bottom: 1.25rem; }
.views a { display: inline-flex; align-items: center; min-height: 44px; padding: 0 1rem; color: var(--soft); text-decoration: none; border-radius: 4px 4px 0 0; }
.views a:hover { color: var(--ink); text-decoration: underline; }
.views a[aria-current] { background: var(--ink); color: var(--paper); font-weight: 650; }
iframe { width: 100%; height: 75vh; min-height: 24rem; resize: vertical; border: 1px solid var(--line); background: var(--sheet); }
pre { margin: 0; padding: 1.25rem; background: var(--sheet); border: 1px solid var(--line); overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; font-size: 0.9rem; }
.links { padding-left: 1.2rem; overflow-wrap: anywhere; }
.links li { padding: 0.35rem 0; }
@media (max-width: 44rem) {
  .inbox a { grid-template-columns: minmax(0, 1fr); grid-template-areas: 'subject' 'to' 'snippet' 'time'; }
  .row-time { font-size: 0.9rem; }
  .facts, .headers { grid-template-columns: minmax(0, 1fr); }
  .facts dd, .headers dd { margin-bottom: 0.5rem; }
}
`
