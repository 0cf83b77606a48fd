import { settingsFact } from '#features/house/settings/model.ts'
import { forSignedIn, forVisitor } from '#platform/rpc/procedures.ts'
import { contactOf, plansOf, sectionsFact } from './model.ts'

/** Pages of words; mounted under `content` in src/api.ts. */
export const pages = {
  /** The plans on the membership page, as the venue wrote them (MEM-01). */
  plans: forSignedIn
    .route({ method: 'GET', summary: 'Plans of the membership page' })
    .handler(async ({ context: { fact } }) => plansOf(await fact(sectionsFact))),

  /** How to reach the venue, and when it is open (HOME-28). */
  contact: forVisitor
    .route({ method: 'GET', summary: 'Contact information' })
    .handler(async ({ context: { fact } }) => {
      const settings = await fact(settingsFact)
      return { ...contactOf(settings), launchOn: settings.launchOn }
    }),
}
