import { forVisitor } from '#platform/rpc/procedures.ts'
import { readLanding } from './model.ts'

/** The visitors' first page; mounted under `content` in src/api.ts. */
export const landing = {
  /** What the landing page shows to everybody (HOME-01…05, HOME-12). */
  landing: forVisitor
    .route({ method: 'GET', summary: 'The landing page' })
    .handler(({ context: { fact, now } }) => readLanding(fact, now)),
}
