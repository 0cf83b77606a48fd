import { useLocation } from '@tanstack/react-router'
import { isOfficePath } from '#access.ts'
import { type BonesName, BonesPage } from '#ui/plain/bones.tsx'

/** The bones of a page while its code or the person's session is on the way. */
export function PageLoading() {
  const isOffice = useLocation({ select: ({ pathname }) => isOfficePath(pathname) })
  const name = usePageName()
  return <BonesPage chassis={isOffice ? 'desk' : 'programme'} name={name} />
}

/** How the server has called the page that was opened (heads.ts); what one goes on to says its name itself. */
export const usePageName = () =>
  useLocation({ select: ({ pathname }) => (pathname === opened.path ? opened.name : null) })

const opened = { path: window.location.pathname, name: nameIn(document.querySelector<HTMLElement>('.bones .page')) }

function nameIn(page: HTMLElement | null): BonesName | null {
  if (!page) return null
  const words = (selector: string) => page.querySelector(selector)?.textContent ?? ''
  return { title: words('h1'), kicker: words('.kicker'), width: page.dataset.width as BonesName['width'] }
}
