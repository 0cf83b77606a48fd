import { sectionOf, sectionsFact } from '#features/home/pages/model.ts'
import { forVisitor } from '#platform/rpc/procedures.ts'
import { termsContent, termsStart } from './inputs.ts'

/** The terms as the venue words them; part of `content` in the router. */
export const terms = {
  /** The parts of /terms in their order; numbers that are set elsewhere stand in braces (NAV-09). */
  terms: forVisitor
    .route({ method: 'GET', summary: 'The terms' })
    .handler(async ({ context: { fact } }) => sectionOf(await fact(sectionsFact), 'terms', termsContent) ?? termsStart),
}
