/** Whether the keys of this machine are Apple's. */
export const isMac = () => /Mac|iP/.test(navigator.platform)

/** How a shortcut reads on this machine: `⌘Z`, `Ctrl Z`. */
export const shortcut = (key: string) => (isMac() ? `⌘${key}` : `Ctrl ${key}`)
