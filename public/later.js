// On pages that the server has drawn whole: the application is fetched when somebody begins to use the page, by hand, by key
// or by looking further. Until then every link is a link. A file, since the policy allows no inline script.
;(() => {
  const { app, sheets, scripts, styles } = document.currentScript.dataset
  const signs = ['pointerdown', 'touchstart', 'wheel', 'keydown', 'focusin', 'click']
  const how = { capture: true, passive: true }
  const add = (tag, given) => document.head.append(Object.assign(document.createElement(tag), given))
  let hasBegun = false
  const begin = () => {
    if (hasBegun) return
    hasBegun = true
    for (const sign of signs) removeEventListener(sign, begin, how)
    removeEventListener('pointermove', move, how)
    // The page has of these what it needs, which stands behind them until the application takes it away (web/take-over.ts).
    for (const href of sheets.split(' ').filter(Boolean))
      document.head.prepend(
        Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: 'anonymous', href }),
      )
    for (const href of scripts.split(' ').filter(Boolean)) add('link', { rel: 'modulepreload', href })
    for (const href of styles.split(' ').filter(Boolean))
      add('link', { rel: 'preload', as: 'style', crossOrigin: 'anonymous', href })
    add('script', { type: 'module', crossOrigin: 'anonymous', src: app })
  }
  // A browser also tells of a pointer that rests where the page appears.
  let resting
  const move = ({ clientX, clientY }) => {
    if (resting && (resting.clientX !== clientX || resting.clientY !== clientY)) begin()
    resting ??= { clientX, clientY }
  }
  for (const sign of signs) addEventListener(sign, begin, how)
  addEventListener('pointermove', move, how)
  // A button that is only drawn yet does nothing: how often it was pressed is kept for the one that comes (web/take-over.ts).
  const press = ({ target }) => {
    const drawn = target.closest?.('[data-drawn] :is([data-press], [data-opens])')
    if (drawn) drawn.dataset.pressed = Number(drawn.dataset.pressed ?? 0) + 1
  }
  addEventListener('click', press, how)
  // The browser offers once to install; the application asks when its time has come (offline/install-prompt.tsx).
  addEventListener('beforeinstallprompt', event => {
    event.preventDefault()
    window.installOffer = event
    begin()
  })
  // Somebody's ticket or list is still on this device: their session is over, so the application takes it away now.
  try {
    if (Object.keys(localStorage).some(name => name.startsWith('exchange.own.'))) begin()
  } catch {
    // Where storage is refused nothing was kept.
  }
})()
