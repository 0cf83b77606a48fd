import { useQuery } from '@tanstack/react-query'
import { Steps } from '#ui/steps.tsx'
import { api } from '#web/client.ts'
import { stepsOf } from './application-status.tsx'

/** How far the application of somebody who is no member yet has come; nothing where there is none on its way. */
export function OwnSteps() {
  const { data } = useQuery(api.applications.mine.queryOptions())
  const application = data?.application
  if (!application || application.stage === 'rejected' || application.stage === 'withdrawn') return null
  return <Steps label="Your application" steps={stepsOf(application)} />
}
