/** So long after the last touch of a key or the screen, what the page asks by itself does not count as use. */
const awayAfterMs = 5 * 60_000

let lastDeedAt = performance.now()

for (const deed of ['pointerdown', 'keydown', 'wheel', 'touchstart'])
  document.addEventListener(
    deed,
    () => {
      lastDeedAt = performance.now()
    },
    { capture: true, passive: true },
  )

/** Whether somebody used this page in the last minutes; an open page alone keeps no session alive. */
export const isSomebodyHere = () => performance.now() - lastDeedAt < awayAfterMs
