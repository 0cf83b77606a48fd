// Before the first paint: the scheme chosen on this device, or light. A file, since the policy allows no inline script.
;(() => {
  let chosen = null
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value')
  } catch {
    // Storage may be refused; light is right then.
  }
  const prefersDark = window.matchMedia('(prefers-color-scheme: dark)').matches
  const isDark = chosen === 'dark' || (chosen === 'auto' && prefersDark)
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
  document.querySelector('meta[name="theme-color"]').content = isDark ? '#171512' : '#f6f1e7'
})()
