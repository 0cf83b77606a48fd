// The application itself could not be fetched: the connection went, or a new version came between the page and its files. It
// says so with a way on, instead of waiting for ever. A file, since the policy allows no inline script.
addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement) || target.type !== 'module') return
    const said = document.createElement('p')
    said.setAttribute('role', 'alert')
    // Its own colours and place: the sheets may be what did not come.
    said.style.cssText =
      'position:fixed;z-index:1000;inset:auto 1rem 1rem;max-width:27rem;margin:0 auto;padding:.85rem 1rem;border:1px solid;background:var(--sheet,Canvas);color:var(--ink,CanvasText)'
    const again = document.createElement('button')
    again.textContent = 'Try again'
    again.style.cssText =
      'min-height:44px;font:inherit;color:inherit;background:none;border:0;text-decoration:underline'
    again.addEventListener('click', () => location.reload())
    said.append('Exchange could not be reached. Check your connection. ', again)
    document.body.append(said)
  },
  true,
)
