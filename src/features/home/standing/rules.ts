import type { Stage } from '#features/admissions/applications/rules.ts'
import type { Pause } from '#features/membership/memberships/rules.ts'
import { type Actor, isApproved, type Membership } from '#platform/auth/actor.ts'
import { formatDate, formatDay, formatMoney } from '#platform/words.ts'

/** Everywhere that a person can stand with the house (decision 54); a visitor has no account to stand with. */
export const standings = [
  'account',
  'applying',
  'asked',
  'inLine',
  'unpaid',
  'arranged',
  'free',
  'paid',
  'paused',
  'overdue',
  'ended',
  'rejected',
  'blocked',
  'suspended',
] as const
export type StandingKind = (typeof standings)[number]

/** Where somebody stands and what they can do next: whatever greets, offers or explains is made of this and nothing else. */
export interface Standing {
  kind: StandingKind
  /** What it is, as a sentence. */
  title: string
  /** What it means for them now. */
  words: string
  next: {
    label: string
    to: '/join' | '/members' | '/bookings' | '/account' | '/contact' | '/admin' | '/admin/market-scanner'
  }
  /** It keeps them from something or waits for them: said on every page. */
  isNotice: boolean
}

/** What decides about it. Instants, days of notice: see `standingOf`. */
export interface StandingFacts {
  actor: Actor
  /** The latest application of this person. */
  application: {
    stage: Stage
    isAsked: boolean
    tierName: string
    isPaid: boolean
    /** Whether the tier is one that can be chosen now. */
    isOffered: boolean
    reviewedAt: Date | null
  } | null
  /** From when somebody whose application is over may apply again; null: at once. */
  mayReapplyAt: Date | null
  placeInLine: number | null
  payment: {
    isOverdue: boolean
    /** The house or the provider lets go of what would be charged; nobody paused the plan. */
    isLetGo: boolean
    /** What its member arranged; see `pauseOf`. */
    pause: Pause | null
    endsAt: Date | null
    /** When what the plan brings rests, while a payment is overdue. */
    restsAt: Date | null
  } | null
  /** The paid membership that begins with its first charge on a later day. */
  next: { tierName: string; beginsAt: Date; amountPence: number } | null
  /** The last paid membership, if it is over. */
  ended: { tierName: string; at: Date } | null
  /** The name of the tier that they chose before they had an account. */
  wantedTier: string | null
  canBook: boolean
  now: Date
}

/** So long after an approval the first payment is waited for; who has not made it by then has chosen to stay on Explorer. */
export const unpaidDays = 30
/** So long the end of a paid membership is what a person is greeted with; afterwards they are on what they have now. */
export const endedDays = 60
const dayMs = 86_400_000

const contact = { label: 'Contact us', to: '/contact' } as const
const ownApplication = { label: 'See your application', to: '/join' } as const
const ownMembership = { label: 'Open your membership', to: '/members' } as const
const plans = { label: 'Choose a plan', to: '/members' } as const
const book = { label: 'Book a space', to: '/bookings' } as const

/** The one answer on where a person stands and what their next step is (decision 54). Approval `pending` alone says nothing. */
export function standingOf(facts: StandingFacts): Standing {
  const { actor } = facts
  if (actor.accountStatus !== 'active') return onHold(actor)
  if (actor.approvalStatus === 'rejected' && !isApproved(actor)) return rejected(facts)
  return isApproved(actor) ? inTheHouse(facts) : onTheWay(facts)
}

const onHold = ({ accountStatus }: Actor): Standing =>
  accountStatus === 'suspended'
    ? {
        kind: 'suspended',
        title: 'Account suspended',
        words:
          'Your account is suspended. Until that is lifted you cannot use the members’ pages, and nothing is charged for a membership.',
        next: contact,
        isNotice: true,
      }
    : {
        kind: 'blocked',
        title: 'Account blocked',
        words:
          'Your account is blocked. You cannot use the members’ pages, and nothing more is charged for a membership.',
        next: contact,
        isNotice: true,
      }

function rejected({ mayReapplyAt, now }: StandingFacts): Standing {
  const said = 'Your application to Exchange was not approved, so the members’ pages are closed to this account.'
  const standing = { kind: 'rejected', title: 'Membership Not Approved', isNotice: true } as const
  if (mayReapplyAt && mayReapplyAt > now)
    return {
      ...standing,
      words: `${said} You can apply again from ${formatDate(mayReapplyAt, { year: true })}.`,
      next: { label: 'See the reason', to: '/join' },
    }
  return { ...standing, words: `${said} You can apply again now.`, next: { label: 'Apply again', to: '/join' } }
}

function onTheWay(facts: StandingFacts): Standing {
  const { actor, application, placeInLine, wantedTier } = facts
  const meanwhile = 'You can look around; booking and buying open once you are approved.'
  if (placeInLine || application?.stage === 'approved' || application?.stage === 'waiting')
    return {
      kind: 'inLine',
      title: 'You are approved, and in line for a place.',
      words: `The house is full at the moment. ${placeInLine ? `You are number ${placeInLine} in line; we` : 'We'} write to you as soon as there is a place.`,
      next: application ? ownApplication : { label: 'Open your account', to: '/account' },
      isNotice: true,
    }
  if (application?.stage === 'withdrawn' && !ownWork(actor)) return withdrawn(facts)
  if (application && application.stage !== 'rejected' && application.stage !== 'withdrawn')
    return application.isAsked
      ? {
          kind: 'asked',
          title: 'The committee has a question for you.',
          words: 'Your application waits for your answer.',
          next: { label: 'Answer it', to: '/join' },
          isNotice: true,
        }
      : {
          kind: 'applying',
          title: 'Your application is under review.',
          words: meanwhile,
          next: ownApplication,
          isNotice: true,
        }
  const work = ownWork(actor)
  return {
    kind: 'account',
    title: work ? 'You work in the house.' : 'You have not applied yet.',
    words: work
      ? 'To book and buy for yourself, apply for a membership of your own.'
      : 'You can look around; booking and buying are for members.',
    next: work ?? { label: wantedTier ? `Apply for ${wantedTier}` : 'Apply for membership', to: '/join' },
    isNotice: !work,
  }
}

function withdrawn({ mayReapplyAt, now }: StandingFacts): Standing {
  const standing = { kind: 'account', title: 'You withdrew your application.', isNotice: false } as const
  return mayReapplyAt && mayReapplyAt > now
    ? {
        ...standing,
        words: `You can apply again from ${formatDate(mayReapplyAt, { year: true })}.`,
        next: ownApplication,
      }
    : { ...standing, words: 'You can apply again whenever you like.', next: { label: 'Apply again', to: '/join' } }
}

function ownWork({ roles }: Actor): Standing['next'] | null {
  if (roles.includes('committee')) return { label: 'Open Committee Home', to: '/admin' }
  return roles.includes('door') ? { label: 'Open the market scanner', to: '/admin/market-scanner' } : null
}

function inTheHouse(facts: StandingFacts): Standing {
  const { actor, application, payment, next, ended, canBook, now } = facts
  if (actor.membership?.isPaid) return paying(actor.membership, payment)
  if (next) return payment?.isOverdue ? firstNotPaid(next.tierName) : arranged(next)
  const isAwaited = application?.stage === 'approved' && application.isPaid && !ended
  if (isAwaited && application.reviewedAt && now.getTime() - application.reviewedAt.getTime() < unpaidDays * dayMs)
    return application.isOffered ? firstUnpaid(application.tierName) : noLongerOffered(application.tierName)
  const usual = {
    words: canBook ? 'Every space is open to you.' : 'The market is open to you.',
    next: canBook ? book : plans,
    isNotice: false,
  }
  if (ended && now.getTime() - ended.at.getTime() < endedDays * dayMs)
    return {
      kind: 'ended',
      title: `Your ${ended.tierName} membership has ended.`,
      words: backOnFree,
      next: plans,
      isNotice: false,
    }
  const title = actor.membership ? `You are on ${actor.membership.tierName}.` : 'You are in.'
  return { kind: 'free', title, ...usual, ...(ended && { words: formerWords(ended) }) }
}

const firstUnpaid = (tierName: string): Standing => ({
  kind: 'unpaid',
  title: `Your ${tierName} membership starts with its first payment.`,
  words: 'You are approved and in the house; what the plan brings opens once it is paid.',
  next: { label: `Start ${tierName}`, to: '/members' },
  isNotice: true,
})

const noLongerOffered = (tierName: string): Standing => ({
  kind: 'unpaid',
  title: `The ${tierName} plan is no longer offered.`,
  words: 'You are approved and in the house. Choose one of the plans there are now; it opens once it is paid.',
  next: plans,
  isNotice: true,
})

const formerWords = ({ tierName, at }: NonNullable<StandingFacts['ended']>) =>
  `You were on ${tierName} until ${formatDate(at, { year: true })}, and can come back to a plan at any time.`

const backOnFree = 'You are still in the house, and your tokens stay yours. A plan can be started again at any time.'

const arranged = ({ tierName, beginsAt, amountPence }: NonNullable<StandingFacts['next']>): Standing => ({
  kind: 'arranged',
  title: `Your ${tierName} membership begins on ${formatDay(beginsAt)}.`,
  words: `${formatMoney(amountPence)} will be charged then, and what the plan brings opens. You can start it now, or cancel it.`,
  next: ownMembership,
  isNotice: false,
})

const firstNotPaid = (tierName: string): Standing => ({
  kind: 'overdue',
  title: 'Your first payment did not go through.',
  words: `Your ${tierName} membership begins as soon as it is paid. It is tried again in a few days.`,
  next: { label: 'Check your card', to: '/members' },
  isNotice: true,
})

function paying(
  { tierName, isLimited, isTakenBack, currentPeriodEnd, pausedUntil }: Membership,
  payment: StandingFacts['payment'],
): Standing {
  if (isTakenBack) {
    const day = currentPeriodEnd && formatDay(currentPeriodEnd)
    return {
      kind: 'overdue',
      title: 'Your bank took your last payment back, so bookings and tokens rest.',
      words: payment?.endsAt
        ? `What you have booked stays yours. Your ${tierName} membership ends${day ? ` on ${day}` : ''}, because you cancelled it.`
        : `What you have booked stays yours, and everything opens again with your next payment${day ? ` on ${day}` : ''}.`,
      next: ownMembership,
      isNotice: true,
    }
  }
  if (isLimited && !pausedUntil)
    return {
      kind: 'overdue',
      title: 'Bookings and tokens rest until you have paid.',
      words: `The payment for your ${tierName} membership is still open. What you have booked stays yours, and everything opens again as soon as it is paid.`,
      next: { label: 'Pay now', to: '/members' },
      isNotice: true,
    }
  if (payment?.isOverdue)
    return {
      kind: 'overdue',
      title: 'Your last payment did not go through.',
      words: `${payment.restsAt ? `Pay before ${formatDay(payment.restsAt)}, or bookings and tokens rest then.` : `Your ${tierName} membership stays open while it is tried again.`} Weekly tokens wait until it is paid.`,
      next: { label: 'Pay now', to: '/members' },
      isNotice: true,
    }
  if (payment?.pause?.isResting)
    return {
      kind: 'paused',
      title: `Your ${tierName} membership is paused until ${formatDay(payment.pause.until)}.`,
      words: `Nothing is charged before that day; bookings and weekly tokens rest. ${payment.endsAt ? 'Then it ends, because you cancelled it.' : 'You can go on earlier.'}`,
      next: ownMembership,
      isNotice: true,
    }
  if (payment?.pause)
    return {
      kind: 'paid',
      title: `You are on ${tierName}, and pause it from ${formatDay(payment.pause.from)}.`,
      words: `Until then everything is as before; it goes on on ${formatDay(payment.pause.until)}.`,
      next: book,
      isNotice: false,
    }
  if (payment?.isLetGo)
    return {
      kind: 'paused',
      title: `Nothing is charged for your ${tierName} membership at present.`,
      words: 'What it brings stays open; weekly tokens come again with the next payment.',
      next: ownMembership,
      isNotice: true,
    }
  return payment?.endsAt
    ? {
        kind: 'paid',
        title: `Your ${tierName} membership ends on ${formatDay(payment.endsAt)}.`,
        words: 'It is not charged again. Until then everything is as before, and you can keep it.',
        next: ownMembership,
        isNotice: false,
      }
    : {
        kind: 'paid',
        title: `You are on ${tierName}.`,
        words: 'Every space is open to you.',
        next: book,
        isNotice: false,
      }
}

/** Where somebody stands in one breath, as a greeting goes on. */
export const whereOf = ({ title, words }: Pick<Standing, 'title' | 'words'>) => `${title} ${words}`
