import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

// Ways in which somebody works a page. Each fails where it cannot reach what it is told to.

export interface Way {
  /** Before the first page is opened. */
  prepare?(page: Page): Promise<void>
  /** Follows a link, presses a button, ticks a box. */
  press(control: Locator): Promise<void>
  type(field: Locator, text: string): Promise<void>
  /** Learns what came of it. */
  learn(page: Page, words: string | RegExp): Promise<void>
}

const see: Way['learn'] = (page, words) => expect(page.getByText(words).first()).toBeVisible()

/** Of each stop of Tab: whether it is where one is going to, and what would hide from the eye that it has the focus. */
async function lookAtStop(control: Locator): Promise<{ isThere: boolean; lost: string | null }> {
  return control.evaluate(async aim => {
    const at = document.activeElement as HTMLElement & { labels?: NodeListOf<HTMLElement> }
    const isThere = at === aim
    // Pages of the payment provider are not ours.
    if (!document.getElementById('root') || at.matches('body, #content')) return { isThere, lost: null }
    const frame = () => new Promise(drawn => requestAnimationFrame(drawn))
    const around = [at, ...(at.labels ?? []), at.nextElementSibling, at.parentElement, at.parentElement?.parentElement]
    const pieces = around.filter(each => each instanceof HTMLElement)
    const isRinged = (piece: Element) => {
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(piece)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && !/, 0\)$/.test(outlineColor)
    }
    const words = `${at.tagName} “${(at.getAttribute('aria-label') ?? at.textContent)?.slice(0, 60)}” on ${location.pathname}`
    let lost: string | null = null
    // What moves, such as a bar that comes, has some moments to come to rest.
    for (let moment = 0; moment < 40; moment++) {
      const ringed = pieces.find(isRinged)
      if (!ringed) lost = `${words}: nothing shows that it has the focus`
      else {
        const { left, right, top, bottom } = ringed.getBoundingClientRect()
        const [x, y] = [
          (Math.max(left, 0) + Math.min(right, innerWidth)) / 2,
          (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2,
        ]
        const hit = document.elementFromPoint(x, y)
        const isSeen =
          hit !== null && (ringed.contains(hit) || hit.contains(ringed) || pieces.includes(hit as HTMLElement))
        if (isSeen) return { isThere, lost: null }
        lost = `${words}: ${hit ? `${hit.tagName} “${hit.textContent?.slice(0, 60)}” lies on it` : 'it is out of sight'}`
      }
      await frame()
    }
    return { isThere, lost }
  })
}

/** Goes on with Tab until `isReached`, as somebody without a mouse does; wherever it stops on the way, the focus is seen. */
async function tabUntil(control: Locator, isReached: (control: Locator) => Promise<boolean> | boolean): Promise<void> {
  await expect(control).toBeVisible()
  const page = control.page()
  for (let press = 0; press < 150; press++) {
    const { isThere, lost } = await lookAtStop(control)
    if (press > 0) expect(lost).toBeNull()
    if (isThere || (await isReached(control))) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${control}`)
}

/** By keyboard alone. */
export const keyboard: Way = {
  async press(control) {
    const type = await control.getAttribute('type')
    // Of radio buttons Tab stops at one; arrows lead to the others, and choose.
    if (type === 'radio') return arrowTo(control)
    await tabUntil(control, () => false)
    await control.page().keyboard.press(type === 'checkbox' ? 'Space' : 'Enter')
  },
  async type(field, text) {
    await tabUntil(field, () => false)
    await field.page().keyboard.press('Control+a')
    await field.page().keyboard.type(text)
  },
  learn: see,
}

async function arrowTo(radio: Locator): Promise<void> {
  const page = radio.page()
  await tabUntil(radio, () =>
    radio.evaluate(aim => {
      const at = document.activeElement
      return at instanceof HTMLInputElement && at.type === 'radio' && at.name === (aim as HTMLInputElement).name
    }),
  )
  await page.keyboard.press('Space')
  for (let press = 0; press < 60 && !(await radio.isChecked()); press++) await page.keyboard.press('ArrowRight')
  await expect(radio).toBeChecked()
  expect((await lookAtStop(radio)).lost).toBeNull()
}

/** A thumb reaches what stands within the width of the screen and is 44 px high; a link within a text needs 24 (WCAG 2.5.8). */
export const thumb: Way = {
  async press(control) {
    let isChoice = false
    // A page that is still being drawn puts another control in its place.
    await expect(async () => {
      await control.scrollIntoViewIfNeeded({ timeout: 2_000 })
      const found = await control.evaluate(element => {
        const isChoice = element instanceof HTMLInputElement && ['radio', 'checkbox'].includes(element.type)
        const target = isChoice ? (element.labels?.[0] ?? element) : element
        const { height, left, right } = target.getBoundingClientRect()
        const isInView = left >= 0 && right <= document.documentElement.clientWidth
        return { height: Math.ceil(height), isInView, isChoice, least: element.closest('p') ? 24 : 44 }
      })
      isChoice = found.isChoice
      expect(found.isInView, `${control} is reached without a sideways move`).toBe(true)
      expect(found.height, `${control} is high enough for a thumb`).toBeGreaterThanOrEqual(found.least)
    }).toPass({ timeout: 15_000 })
    if (isChoice) await control.check({ force: true })
    else await control.tap()
  },
  async type(field, text) {
    await field.tap()
    await field.fill(text)
  },
  learn: see,
}

/**
 * In the order of reading, as with a screen reader: on from where one was, by role and name alone; a dialog that is open is all
 * there is, and where the page moves the focus one reads on from there. What came of it is learned from what is read out: a change
 * in a live region that was there before, an alert, what gets the focus, the title of a page that opens.
 */
export const reading: Way = {
  async prepare(page) {
    await page.context().addInitScript(listen)
  },
  async press(control) {
    const found = await readTo(control)
    await found.evaluate(element => {
      const piece = element as HTMLElement
      piece.focus()
      piece.click()
    })
  },
  async type(field, text) {
    const found = await readTo(field)
    await found.focus()
    await field.page().keyboard.press('Control+a')
    await field.page().keyboard.type(text)
  },
  async learn(page, words) {
    const heard = () => page.evaluate(() => (window as unknown as { heard: string[] }).heard)
    const isIn = (said: string) => (typeof words === 'string' ? said.includes(words) : words.test(said))
    await expect
      .poll(async () => (await heard().catch(() => [])).some(isIn), {
        message: `“${words}” is read out`,
        timeout: 15_000,
      })
      .toBe(true)
      .catch(async (error: Error) => {
        throw new Error(`${error.message}\nRead out on ${page.url()}:\n${(await heard()).join('\n')}`)
      })
  },
}

/** In the page: keeps what a screen reader would say without being asked. */
function listen(): void {
  const heard: string[] = [document.title]
  const regions = '[role="status"], [role="alert"], [role="log"], [aria-live="polite"], [aria-live="assertive"]'
  const say = (words: string | null | undefined) => {
    const said = words?.replace(/\s+/g, ' ').trim().slice(0, 400)
    if (said && heard.at(-1) !== said) heard.push(said)
  }
  const nameOf = (element: Element) => {
    const by = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    const label = by.map(id => document.getElementById(id)?.textContent).join(' ') || element.getAttribute('aria-label')
    return `${label ?? ''} ${element.textContent ?? ''}`
  }
  // A region is a place for news once it has stood there for a moment; an alert is read with its place.
  const since = new WeakMap<Element, number>()
  new MutationObserver(records => {
    const now = performance.now()
    for (const region of document.querySelectorAll(regions)) if (!since.has(region)) since.set(region, now)
    for (const { target, addedNodes } of records) {
      const region = (target instanceof Element ? target : target.parentElement)?.closest(regions)
      if (region && (region.matches('[role="alert"]') || now > (since.get(region) ?? now))) say(region.textContent)
      for (const added of addedNodes) {
        if (!(added instanceof Element)) continue
        for (const alert of [added, ...added.querySelectorAll('*')])
          if (alert.matches('[role="alert"]')) say(alert.textContent)
      }
    }
  }).observe(document, { childList: true, subtree: true, characterData: true })
  document.addEventListener('focusin', ({ target }) => say(nameOf(target as Element)))
  document.addEventListener('DOMContentLoaded', () => say(document.title))
  Object.assign(window, { heard })
}

/** The first control with the role and the name of this one that comes after where one was. */
async function readTo(control: Locator): Promise<Locator> {
  await expect(control).toBeAttached()
  const page = control.page()
  let index = -1
  let same = control
  await expect(async () => {
    const [, role, quoted] = /^- '?(\w+)(?: ("(?:[^"\\]|\\.)*"))?/.exec(await control.ariaSnapshot()) ?? []
    const name = quoted ? (JSON.parse(quoted) as string) : ''
    expect(name, `${control} has a name`).not.toBe('')
    same = page.getByRole(role as 'link', { name, exact: true })
    const found = await same.evaluateAll(all => {
      const keeper = window as unknown as { read?: Element; pressed?: Element }
      const at = document.activeElement
      // Where the page has led to meanwhile.
      if (at && at !== document.body && at !== keeper.pressed) keeper.read = at
      const dialog = [...document.querySelectorAll('[aria-modal="true"]')].filter(each => each.checkVisibility()).at(-1)
      const from = keeper.read?.isConnected && (!dialog || dialog.contains(keeper.read)) ? keeper.read : null
      const isNext = (each: Element) =>
        (!dialog || dialog.contains(each)) &&
        (!from || from === each || (from.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0)
      const index = all.findIndex(isNext)
      if (index >= 0) keeper.read = keeper.pressed = all[index]
      return { index, from: from && `${from.tagName} “${from.textContent?.slice(0, 80)}”`, count: all.length }
    })
    index = found.index
    expect(index, `${role} “${name}” comes after ${found.from} (${found.count} of that name)`).toBeGreaterThanOrEqual(0)
  }).toPass({ timeout: 15_000 })
  return same.nth(index)
}
