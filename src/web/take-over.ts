import { queryClient } from './query-client.ts'

/** Longer than a slow network needs for what a page reads; what is still missing then says so itself. */
const mostMs = 8_000

/**
 * Puts the page that was drawn here in the place of the one that the server drew, once it shows as much: everything that it
 * reads has come, and no finger or button is down, whose press would be lost. The place on the page and the focus stay.
 */
export async function takeOver(root: HTMLElement, stage: HTMLElement): Promise<void> {
  await Promise.race([Promise.all([isWhole(stage), hasSheets()]), after(mostMs)])
  await hasLetGo(root)
  const focused = root.contains(document.activeElement) ? document.activeElement : null
  const { scrollX, scrollY } = window
  root.replaceWith(stage)
  // What the server's drawing needed of the sheets that are there now as a whole.
  for (const style of document.head.querySelectorAll('style')) style.remove()
  window.scrollTo(scrollX, scrollY)
  if (hasAsked(root)) return openAt(stage)
  if (focused) counterpart(root, stage, focused)?.focus({ preventScroll: true })
}

/** Somebody has pressed what stood in the place of a form (ui/plain/visitor-frame.tsx). */
const hasAsked = (root: HTMLElement) =>
  [...root.querySelectorAll('[data-opens]')].some(opener => opener.getAttribute('href') === window.location.hash)

function openAt(stage: HTMLElement): void {
  const part = stage.querySelector(window.location.hash) ?? stage.querySelector('form')
  part?.scrollIntoView()
  part?.querySelector<HTMLElement>('input, select, textarea, button')?.focus({ preventScroll: true })
}

const after = (ms: number) => new Promise<void>(done => setTimeout(done, ms))

/** Drawn, and for a moment nothing of it is on its way: what one read brings may ask for more. */
async function isWhole(stage: HTMLElement): Promise<void> {
  for (let quiet = 0; quiet < 3; ) {
    await after(20)
    const isBusy = queryClient.isFetching() > 0 || stage.querySelector(waiting) || !stage.querySelector('#content h1')
    quiet = isBusy ? 0 : quiet + 1
  }
}

/** The style sheets that the small script fetched (public/later.js). */
const hasSheets = () =>
  Promise.all(
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].map(
      link => link.sheet ?? new Promise(done => ['load', 'error'].map(end => link.addEventListener(end, done))),
    ),
  )

const waiting = '[aria-busy="true"], [role="status"][aria-label="Loading"]'

/** The click of a press that has just ended comes before the next turn. */
async function hasLetGo(root: HTMLElement): Promise<void> {
  while (root.querySelector(':active')) await after(30)
  await after(0)
}

/** The same link in the new drawing; of several alike, the same of them. */
function counterpart(root: HTMLElement, stage: HTMLElement, focused: Element): HTMLElement | undefined {
  const name = nameOf(focused)
  const at = alike(root, name).indexOf(focused as HTMLElement)
  return alike(stage, name)[at]
}

const alike = (within: HTMLElement, name: string) =>
  [...within.querySelectorAll<HTMLElement>('a, button, main')].filter(each => nameOf(each) === name)

const nameOf = (element: Element) =>
  element.localName === 'main' ? 'main' : `${element.getAttribute('href')} ${element.textContent}`
