import { eq } from 'drizzle-orm'
import type { Head, Heads } from '#platform/http/pages.ts'
import type { Runtime } from '#platform/runtime.ts'
import { When } from '#ui/plain/dates.tsx'
import { Page } from '#ui/plain/page.tsx'
import { PlainButton, PlainOpener } from '#ui/plain/visitor-frame.tsx'
import { acceptance } from './inputs.ts'
import { codeOfConduct } from './table.ts'

export const heads: Heads = { '/code-of-conduct': conductHead }

/** The whole of the code that is in force; nothing while none is. */
async function conductHead({ db }: Runtime): Promise<Head | null> {
  const [code] = await db.select().from(codeOfConduct).where(eq(codeOfConduct.isActive, true))
  if (!code) return null
  const names = code.sections.map(({ title }) => title).join(', ')
  const { renderToStaticMarkup } = await import('react-dom/server')
  return {
    title: 'Code of Conduct · Exchange',
    description: `How we treat each other and the house, version ${code.version}: ${names}.`.slice(0, 300),
    preview: { title: code.title, lines: ['How we treat each other and the house'] },
    changedAt: code.publishedAt,
    html: renderToStaticMarkup(
      <Page
        title="Code of Conduct"
        heading={code.title}
        kicker={`Version ${code.version}`}
        lead={
          <>
            How we treat each other and the house. Published on <When at={code.publishedAt} as="date" year />.
          </>
        }
        width="text"
      >
        <div className="plain-accordion">
          {code.sections.map(({ number, title, rules }) => (
            <section key={number}>
              <h2>{`${number}. ${title}`}</h2>
              <ul>
                {rules.map(rule => (
                  <li key={rule}>{rule}</li>
                ))}
              </ul>
            </section>
          ))}
        </div>
        <section id="accept" aria-label="Acceptance">
          <PlainOpener
            to="accept"
            stands="acceptance"
            fields={[{ label: acceptance.tick, kind: 'tick' }]}
            beside={
              <PlainButton to="/" isQuiet>
                Decline
              </PlainButton>
            }
            words={
              <>
                Whoever joins accepts it. <a href="/membership-info">What membership is and costs</a>
              </>
            }
          >
            {acceptance.button}
          </PlainOpener>
        </section>
      </Page>,
    ),
  }
}
