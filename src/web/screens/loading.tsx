import { useLocation } from '@tanstack/react-router'
import { isOfficePath } from '#access.ts'
import { BonesPage } from '#ui/plain/bones.tsx'

/** The bones of a page while its code or the person's session is on the way. */
export function PageLoading() {
  const isOffice = useLocation({ select: ({ pathname }) => isOfficePath(pathname) })
  return <BonesPage chassis={isOffice ? 'desk' : 'programme'} />
}
