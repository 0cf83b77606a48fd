/**
 * Runs `act` once no pointer is held down. A field that is left because something else was pressed must not show its
 * error before the press has ended: the error would move that thing away from under the pointer and swallow the click.
 */
export function afterPress(act: () => void): void {
  if (!isPressed) setTimeout(act)
  else waiting.push(act)
}

const waiting: (() => void)[] = []
let isPressed = false

// Nothing to listen to where there is no page, as in tests of the rules.
if (typeof document !== 'undefined') {
  addEventListener('pointerdown', () => (isPressed = true), true)
  for (const end of ['pointerup', 'pointercancel'] as const) addEventListener(end, released, true)
}

function released(): void {
  isPressed = false
  // the click comes in the same turn as the release
  for (const act of waiting.splice(0)) setTimeout(act)
}
