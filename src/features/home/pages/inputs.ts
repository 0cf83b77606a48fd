import { z } from 'zod'
import type { Settings } from '#features/house/settings/inputs.ts'
import { emailLine, line, neededLine, neededText } from '#platform/inputs.ts'

/** A line of content that has to be there, refused with its own name: `Title is required` (CNT-06). */
export const contentLine = (name: string, max: number) =>
  neededLine(`${name} is required`, most).max(max, tooLong(name, max))

/** The same of several lines. */
export const contentText = (name: string, max: number) =>
  neededText(`${name} is required`, most).max(max, tooLong(name, max))

/** More than this nobody types; what is too long is said by its name. */
const most = 100_000
const tooLong = (name: string, max: number) => `${name} has at most ${max} characters`

const isLink = (value: string) => isSitePath(value) || isSecure(value)

/** Where a button or a card leads: a page of this site, or a secure address elsewhere (CNT-07). */
export const linkTo = (name: string) => contentLine(name, 500).refine(isLink, linkWords)
export const optionalLink = () => line(500).refine(value => value === '' || isLink(value), linkWords)

const linkWords = 'Links lead to a page of this site, such as /membership, or to an address that begins with https://'

const isSitePath = (value: string) => /^\/(?![/\\])[^\s\\]*$/.test(value)

/** An address elsewhere that nobody reads along. */
export function isSecure(value: string): boolean {
  return URL.canParse(value) && new URL(value).protocol === 'https:' && !/[\s\\]/.test(value)
}

/** Section "contact_info" (CNT-35). What is published of it is read with the settings, by everything that says how the house is reached. */
export const contactInfo = z.object({
  address: contentText('Address', 300),
  phone: contentLine('Phone', 40),
  email: emailLine('Enter a valid email address'),
})
export type ContactInfo = z.output<typeof contactInfo>

/** What is published; until the venue writes something of its own, what the house comes with. */
export const contactStart = ({ venueAddress, venuePhone, venueEmail }: Settings): ContactInfo => ({
  address: venueAddress,
  phone: venuePhone,
  email: venueEmail,
})

export const contactSection = {
  key: 'contact_info',
  name: 'Contact Information',
  schema: contactInfo,
  start: contactStart,
} as const

const plan = z.object({
  name: z.string().trim().min(1).max(60),
  description: z.string().max(500),
  /** In words, such as "From £40 a month"; left out where the venue says nothing. */
  price: z.string().max(60).default(''),
  features: z.array(z.string().trim().min(1).max(100)).max(12).default([]),
  /** How one comes by it: with the free plan, with any paid one, or as arranged with the house. */
  way: z.enum(['free', 'paid', 'arranged']).default('paid'),
})

/** Section "membership_plans": the cards of /membership (MEM-01), in their order. They name ways to work here, not tiers. */
export const membershipPlans = z.object({
  plans: z
    .array(plan)
    .min(1)
    .max(12)
    .default([
      {
        name: 'Community',
        description: 'Belong to the house without a desk of your own.',
        price: '',
        features: ['The monthly market', 'The kitchen and the yard', 'People who make things'],
        way: 'free',
      },
      {
        name: 'Hot Desk',
        description: 'Come when it suits you and take the desk that is free.',
        price: '',
        features: ['A shared desk', 'Fast wireless network', 'Kitchen, tea and coffee'],
        way: 'paid',
      },
      {
        name: 'Dedicated Desk',
        description: 'The same desk each day, set up the way you left it.',
        price: '',
        features: ['A desk of your own', 'A locker', 'Printing, scanning and post'],
        way: 'arranged',
      },
      {
        name: 'Private Studio',
        description: 'A room with a door for work that needs space, quiet or noise.',
        price: '',
        features: ['A studio of your own', 'Room for tools and stock', 'Space to receive clients'],
        way: 'arranged',
      },
    ]),
})
export type MembershipPlan = z.output<typeof plan>

/** How soon whoever writes to the house hears from it: one promise wherever it stands, of the hall as of all else (TOUR-10). */
export const answerWithin = 'within 48 hours'
