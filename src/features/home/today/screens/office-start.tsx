import { CommitteeHome } from '#features/admissions/committee/parts/committee-home.tsx'
import { useMe } from '#web/session/session.tsx'
import { usePendingEvents } from '../parts/pending-events.tsx'
import { Today } from '../parts/today.tsx'

/** /admin: Today for whoever runs the house, Committee Home for the committee (ADM-23, decision 57). */
export function OfficeStart() {
  return useMe()?.can.openAdminOnly ? <Today /> : <Committee />
}

const Committee = () => <CommitteeHome more={usePendingEvents()} />
