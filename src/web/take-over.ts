import { queryClient } from './query-client.ts'

/** Longer than a slow network needs for what a page reads; what is still missing then says so itself. */
const mostMs = 8_000

/**
 * Puts the page that was drawn here in the place of the one that the server drew, once it shows as much: everything that it
 * reads has come, and no finger or button is down, whose press would be lost. The place on the page and the focus stay.
 */
export async function takeOver(root: HTMLElement, stage: HTMLElement): Promise<void> {
  await Promise.race([Promise.all([isWhole(stage), hasSheets()]), after(mostMs)])
  await hasPlaces(root, stage)
  await hasLetGo(root)
  const focused = root.contains(document.activeElement) ? document.activeElement : null
  const caret = focused && isField(focused) ? caretOf(focused) : null
  const { scrollX, scrollY } = window
  root.replaceWith(stage)
  // What the server's drawing needed of the sheets that are there now as a whole.
  for (const style of document.head.querySelectorAll('style')) style.remove()
  window.scrollTo(scrollX, scrollY)
  for (const drawn of typedIn(root)) typeInto(placeOf(drawn, stage), drawn.value)
  const hasTyped = typedIn(root).length > 0
  await pressAgain(root, stage)
  if (focused && isField(focused)) {
    const place = placeOf(focused, stage)
    place?.focus({ preventScroll: true })
    if (place && caret) setCaret(place, caret)
    if (!place) openAt(partOf(focused, stage), hasTyped)
  } else if (hasAsked(root)) {
    const at = openAt(stage.querySelector(window.location.hash) ?? stage.querySelector('form'), hasTyped)
    // Nothing is missing, and it was not the address alone that asked for it.
    if (at?.matches('[type="submit"]') && root.querySelector('[data-opens][data-pressed]')) at.click()
  } else if (focused) counterpart(root, stage, focused)?.focus({ preventScroll: true })
}

/** Somebody has pressed what stood in the place of a form (ui/plain/visitor-frame.tsx). */
const hasAsked = (root: HTMLElement) =>
  [...root.querySelectorAll('[data-opens]')].some(opener => opener.getAttribute('href') === window.location.hash)

/** To the first field that is still empty; where none is, to the button if something was typed, and else to the first of all. */
function openAt(part: Element | null, hasTyped: boolean): HTMLElement | null {
  part?.scrollIntoView()
  const missing = fieldsOf(part).find(field => !isBox(field) && field.value === '')
  const done = hasTyped ? part?.querySelector('[type="submit"]') : null
  const at = missing ?? done ?? part?.querySelector('input, select, textarea, button')
  if (!(at instanceof HTMLElement)) return null
  at.focus({ preventScroll: true })
  return at
}

/** What was pressed in the drawing of a form (ui/plain/visitor-frame.tsx) is pressed as often in the form itself. */
async function pressAgain(root: HTMLElement, stage: HTMLElement): Promise<void> {
  for (const drawn of root.querySelectorAll<HTMLElement>('[data-press][data-pressed]')) {
    const button = [...(partOf(drawn, stage)?.querySelectorAll('button') ?? [])].find(each =>
      each.getAttribute('aria-label')?.startsWith(`${drawn.dataset.press},`),
    )
    // One after the other: each counts from what the one before it came to.
    for (let left = Number(drawn.dataset.pressed); button && left > 0; left--) {
      button.click()
      await after(0)
    }
    button?.focus({ preventScroll: true })
  }
}

type TextField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
const isField = (element: Element): element is TextField => element.matches('input, textarea, select')
const fieldsOf = (within: Element | null | undefined): TextField[] =>
  within ? [...within.querySelectorAll<TextField>('input, textarea, select')] : []

/** The fields that the server drew and somebody has typed into, or ticked (ui/plain/visitor-frame.tsx). */
const typedIn = (root: HTMLElement) =>
  fieldsOf(root).filter(
    field =>
      !(field instanceof HTMLSelectElement) && (isBox(field) ? field.checked : field.value !== field.defaultValue),
  )

const isBox = (field: TextField): field is HTMLInputElement => field.matches('[type="checkbox"]')

/** The part of the page that this is in, as it is drawn here. */
function partOf(drawn: Element, stage: HTMLElement): Element | null {
  const part = drawn.closest('section[id]')
  return part && stage.querySelector(`#${part.id}`)
}

/** The field of the same name in the same part of the page, as it is drawn here. */
const placeOf = (drawn: TextField, stage: HTMLElement): TextField | undefined =>
  fieldsOf(partOf(drawn, stage)).find(field => nameOfField(field) === nameOfField(drawn))

/**
 * The words of its label alone: neither the field in it, nor the mark of one that may stay empty. By hand, since the browser knows
 * no labels of what is not on the page.
 */
function nameOfField(field: TextField): string | undefined {
  const label = field.closest('label') ?? field.closest('section')?.querySelector(`label[for="${field.id}"]`)
  const words = [...(label?.childNodes ?? [])].find(node => node instanceof Text && node.data.trim())
  return words?.textContent?.trim()
}

/** As typing does it, so that the form learns of it. */
function typeInto(field: TextField | undefined, value: string): void {
  if (!field) return
  if (isBox(field)) {
    if (!field.checked) field.click()
    return
  }
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

const caretOf = (field: TextField): [number, number] | null =>
  field instanceof HTMLSelectElement || field.selectionStart === null
    ? null
    : [field.selectionStart, field.selectionEnd ?? field.selectionStart]

/** Fields for addresses and numbers have none that could be set; there it stands at the end. */
function setCaret(field: TextField, [from, to]: [number, number]): void {
  if (!(field instanceof HTMLSelectElement) && field.selectionStart !== null) field.setSelectionRange(from, to)
}

/** What was typed is not thrown away for a form that is still on its way. */
async function hasPlaces(root: HTMLElement, stage: HTMLElement): Promise<void> {
  const isOnItsWay = (field: TextField) => {
    const part = partOf(field, stage)
    return !placeOf(field, stage) && (!part || part.querySelector(waiting) || queryClient.isFetching() > 0)
  }
  for (let waited = 0; waited < mostMs && typedIn(root).some(isOnItsWay); waited += 50) await after(50)
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
