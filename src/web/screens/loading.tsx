import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { findRoute, isOfficePath } from '#access.ts'
import { BonesPage } from '#ui/plain/bones.tsx'
import { pageNameOf } from '#web/page-names.ts'

/** The bones of a page while its code or the person's session is on the way. */
export function PageLoading() {
  const isOffice = useLocation({ select: ({ pathname }) => isOfficePath(pathname) })
  const name = usePageName()
  useEffect(() => {
    if (name) document.title = `${name.title} · Exchange`
  }, [name])
  return <BonesPage chassis={isOffice ? 'desk' : 'programme'} name={name} />
}

/** How the page at this address is called, where everybody knows it. */
export const usePageName = () =>
  useLocation({ select: ({ pathname, search }) => pageNameOf(findRoute(pathname)?.path ?? '', search.view) })
