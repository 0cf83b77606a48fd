const cookie = 'sidebar_state'
const sevenDaysInSeconds = 7 * 24 * 60 * 60

/** Whether the sidebar was folded when it was last used, within 7 days. */
export const wasSidebarFolded = () => document.cookie.split('; ').some(pair => pair === `${cookie}=folded`)

/** Keeps the state for 7 days. A cookie, so that it ends by itself; it is never read by the server. */
export function rememberSidebar(isFolded: boolean) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing from browsers we support
  document.cookie = `${cookie}=${isFolded ? 'folded' : 'open'}; path=/admin; max-age=${sevenDaysInSeconds}; samesite=lax`
}
