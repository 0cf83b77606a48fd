import { settingsFact } from '#features/house/settings/model.ts'
import type { Head, Heads } from '#platform/http/pages.ts'
import type { Runtime } from '#platform/runtime.ts'
import { contactOf, sectionsFact } from './model.ts'

export const heads: Heads = { '/contact': contactHead, '/terms': termsHead }

export async function contactHead({ facts }: Runtime): Promise<Head> {
  const { address, phone, opensAt, closesAt } = contactOf(await facts.get(sectionsFact), await facts.get(settingsFact))
  return {
    freshUntil: 'changed',
    title: 'Contact · Exchange',
    description: `Write to Exchange, ${address}, ${phone}. Open 7 days, ${opensAt}–${closesAt}.`,
  }
}

async function termsHead(): Promise<Head> {
  return {
    freshUntil: 'changed',
    title: 'Terms · Exchange',
    description: 'What you can expect of Exchange and what Exchange expects of you.',
  }
}
