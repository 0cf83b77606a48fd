import type { z } from 'zod'
import type { FormStep } from '#ui/form/step-form.ts'
import type { applicationInput } from '../inputs.ts'

type Step = FormStep<z.input<typeof applicationInput>>

/**
 * The steps of the application form and what is in each: three for a paid tier; a free one asks nothing about work (JOIN-11).
 * The proof of residence is there for residents of Westminster alone (JOIN-25).
 */
export function applicationSteps(isPaid: boolean, isResident: boolean | undefined): readonly Step[] {
  const plan: Step = {
    name: 'plan',
    title: 'You and your plan',
    fields: ['tierSlug', 'fullName', 'email', 'phoneNumber'],
  }
  const agreements: Step = { name: 'agreements', title: 'Agreements', fields: ['termsAccepted'] }
  if (!isPaid) return [plan, agreements]
  return [
    {
      ...plan,
      fields: [
        ...plan.fields,
        'address',
        'city',
        'postcode',
        'isWestminsterResident',
        ...(isResident ? (['proofOfResidence'] as const) : []),
        'startDate',
        'proRataRequested',
      ],
    },
    { name: 'work', title: 'Your work', fields: ['creativeDiscipline', 'socialMediaLinks', 'whyJoin'] },
    {
      ...agreements,
      fields: [
        'emergencyContactName',
        'emergencyContactPhone',
        'emergencyContactRelationship',
        'idDocument',
        'insuranceWaiver',
        'backgroundCheckConsent',
        ...agreements.fields,
      ],
    },
  ]
}
