import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { formatCount, formatExact, formatNumber } from '#platform/words.ts'
import { Facts } from '#ui/plain/facts.tsx'
import { Page } from '#ui/plain/page.tsx'
import { isMissing } from '#ui/plain/problem.ts'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { api } from '#web/client.ts'

/** /debug: what the server and this browser run on. Admins only, and not there in production (NAV-10). */
export function Debug() {
  const server = useQuery(api.debug.server.queryOptions())
  if (isMissing(server.error)) return <Page title="Page not found">There is nothing at this address.</Page>
  return (
    <Page title="Debug" lead="What this installation and this browser run on. No keys, addresses or people.">
      <Section title="Server">
        <Query of={server} failed="Failed to load what the server runs on">
          {facts => (
            <Facts
              facts={[
                { label: 'Clock', value: formatExact(facts.now) },
                { label: 'Running for', value: formatCount(Math.floor(facts.runningSeconds / 60), 'minute') },
                { label: 'Memory', value: `${formatNumber(facts.memoryMb)} MB` },
                { label: 'Node', value: facts.node },
                { label: 'PostgreSQL', value: facts.postgres },
                { label: 'Database', value: facts.hasOwnDatabase ? 'Its own' : 'By address' },
                { label: 'Payments', value: states[facts.payments] },
                { label: 'Emails', value: states[facts.mail] },
                { label: 'Files', value: facts.files === 'disk' ? 'On disk' : 'In a bucket' },
              ]}
            />
          )}
        </Query>
      </Section>
      <Section title="This browser">
        <Browser />
      </Section>
    </Page>
  )
}

const states = { simulated: 'Simulated', real: 'Real' }

function Browser() {
  const caches = useCaches()
  const isInstalled = window.matchMedia('(display-mode: standalone)').matches
  const facts: { label: string; value: ReactNode }[] = [
    { label: 'Clock', value: formatExact(new Date()) },
    { label: 'Window', value: `${window.innerWidth} × ${window.innerHeight}, ${window.devicePixelRatio}×` },
    { label: 'Language', value: navigator.language },
    { label: 'Connection', value: navigator.onLine ? 'Online' : 'Offline' },
    { label: 'Theme', value: document.documentElement.dataset.mantineColorScheme },
    { label: 'Installed', value: isInstalled ? 'Yes' : 'No' },
    { label: 'Offline copy', value: caches },
  ]
  return <Facts facts={facts} />
}

/** What the service worker keeps: how many files of which kind. */
function useCaches(): string {
  const [words, setWords] = useState('None')
  useEffect(() => {
    if (!('caches' in window)) return
    const count = async () => {
      const all = await Promise.all(
        (await caches.keys()).map(async name => `${name}: ${(await (await caches.open(name)).keys()).length}`),
      )
      if (all.length > 0) setWords(all.join(', '))
    }
    // A browser that keeps nothing says so by refusing.
    void count().catch(() => undefined)
  }, [])
  return words
}
