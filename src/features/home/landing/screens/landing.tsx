import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Greeting } from '#features/home/standing/parts/greeting.tsx'
import { Query } from '#ui/plain/query.tsx'
import { api } from '#web/client.ts'
import { useMe } from '#web/session/session.tsx'
import type { Landing as Content } from '../model.ts'
import { LandingHero } from '../parts/landing-hero.tsx'
import { LandingPage, type LinkPiece } from '../parts/landing-page.tsx'
import classes from './landing.module.css'

/** The visitors' first page (HOME-01…05). It starts from what the server wrote into the page and asks again later. */
export function Landing() {
  const query = useQuery(
    api.content.landing.queryOptions({ ...(prepared && { initialData: prepared }), staleTime: 60_000 }),
  )
  const me = useMe()
  useEffect(() => {
    document.title = 'Exchange · A house for people who make things'
  }, [])
  return (
    // The class keeps the build from taking the plain-named styles for unused ones.
    <div className={classes.page}>
      <Query of={query} failed="Failed to load this page">
        {landing => (
          <LandingPage of={landing} Link={RouterLink} person={me} greeting={me ? <Greeting me={me} /> : undefined} />
        )}
      </Query>
    </div>
  )
}

/** The hero by itself, as its editor shows it: from here, so that what visitors load stays in one piece. */
export const HeroOfPage = (props: Parameters<typeof LandingHero>[0]) => (
  <div className={classes.page}>
    <div className="landing">
      <LandingHero {...props} as="h2" />
    </div>
  </div>
)

const RouterLink: LinkPiece = ({ to, children, ...rest }) => {
  // The venue may link to other sites, which the router does not know.
  if (!to.startsWith('/'))
    return (
      <a href={to} {...rest}>
        {children}
      </a>
    )
  const { pathname, search, hash } = new URL(to, window.location.origin)
  return (
    <Link
      to={pathname}
      search={() => Object.fromEntries(new URLSearchParams(search))}
      {...(hash && { hash: hash.slice(1) })}
      {...rest}
    >
      {children}
    </Link>
  )
}

// Read when the module loads: the first drawing of the app takes the server's markup away, and this with it.
const prepared = readPrepared()

function readPrepared(): Content | undefined {
  const text = document.getElementById('landing-content')?.textContent
  return text ? (JSON.parse(text) as Content) : undefined
}
