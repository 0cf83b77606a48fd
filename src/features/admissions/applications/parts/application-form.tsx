import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { tierNamed } from '#features/membership/tiers/rules.ts'
import { normalCode } from '#features/people/members/rules.ts'
import { CheckField, EmailField, PhoneField, TextField } from '#ui/form/fields.tsx'
import { Group, Row } from '#ui/form/form.tsx'
import { useStepForm } from '#ui/form/step-form.ts'
import { StepFrame } from '#ui/form/step-frame.tsx'
import { describeProblem } from '#ui/plain/problem.ts'
import { toast } from '#ui/toast.ts'
import { rpc } from '#web/client.ts'
import { applicationForm } from '../inputs.ts'
import { applicationSteps } from './application-steps.ts'
import { HomeFields, PaidAgreements, SafetyFields, WorkFields } from './paid-fields.tsx'
import classes from './plan-field.module.css'
import { type FormTier, PlanField, priceOf } from './plan-field.tsx'

/**
 * The membership application: a tier, the person, and for paid tiers everything else (JOIN-03…25), in steps. What was typed
 * is kept.
 */
export function ApplicationForm(props: {
  tiers: readonly FormTier[]
  today: string
  /** days after the decision for which documents are kept */
  documentRetentionDays: number
  person: { fullName: string; email: string; phone: string; referralCode: string | null; wantedTier: string | null }
  userId: string
  referral: string | undefined
  /** the slug that the page's address carries */
  tier: string | undefined
  onSubmitted: () => void
  /** the application that is corrected, instead of a first one */
  sent?: Sent
  /** it stands in a section of its page, which has a heading already */
  isPart?: boolean
  onLeave?: () => void
}) {
  const { tiers, today, person, sent } = props
  const referral = normalCode(props.referral) ?? person.referralCode
  const chosen = props.tier === undefined ? undefined : tierNamed(tiers, props.tier)
  const wanted = chosen ?? (person.wantedTier === null ? undefined : tierNamed(tiers, person.wantedTier))
  const paidSlugs = tiers.filter(({ pricePence }) => pricePence > 0).map(({ slug }) => slug)
  const isPaid = (slug: string) => paidSlugs.includes(slug)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tiers by what they are, not by the object they came in
  const schema = useMemo(() => applicationForm(isPaid, today), [paidSlugs.join(), today])
  const navigate = useNavigate()
  const form = useStepForm({
    schema,
    steps: values => applicationSteps(isPaid(values.tierSlug), values.isWestminsterResident),
    keep: sent ? `correction:${sent.id}` : `application:${props.userId}`,
    // The address is the account's, which may have another by now; what this page's address carries is newer than a draft.
    notKept: ['email', 'referralCode', ...(chosen ? (['tierSlug'] as const) : [])],
    opensFirst: chosen !== undefined,
    initial: {
      tierSlug: (wanted ?? tiers[0])?.slug ?? '',
      fullName: person.fullName,
      email: person.email,
      phoneNumber: person.phone,
      termsAccepted: false,
      referralCode: referral ?? '',
      address: '',
      city: '',
      postcode: '',
      isWestminsterResident: false,
      creativeDiscipline: '',
      socialMediaLinks: '',
      whyJoin: '',
      emergencyContactName: '',
      emergencyContactPhone: '',
      emergencyContactRelationship: '',
      insuranceWaiver: false,
      backgroundCheckConsent: false,
      startDate: '',
      proRataRequested: false,
      idDocument: null,
      proofOfResidence: null,
      ...(sent && answersIn(sent, tiers)),
    },
    submit: (values, sending) =>
      sent
        ? rpc.applications.correct({ ...values, id: sent.id }, { context: sending })
        : rpc.applications.submit(values, { context: sending }),
    onFailed: tell,
    onDone: () => {
      if (sent) toast.success('Your application was corrected', 'The committee reads what you sent now.')
      else toast.success('Application Submitted!', 'Your application is under review by the Exchange Committee.')
      form.leave()
      props.onSubmitted()
    },
  })
  const tier = tiers.find(({ slug }) => slug === form.values.tierSlug)
  const drawn: Record<string, () => ReactNode> = {
    plan: () => (
      <>
        <PlanField
          of={form.field('tierSlug')}
          tiers={tiers}
          isChosen={wanted !== undefined || sent !== undefined || form.isRestored}
          isOpen={form.at === 0}
          // What is chosen here is newer than what the address carries.
          onChosen={() => {
            if (props.tier === undefined) return
            void navigate({
              to: '/join',
              search: props.referral ? { ref: props.referral } : {},
              replace: true,
              resetScroll: false,
            })
          }}
        />
        <Group legend="About you">
          <TextField of={form.field('fullName')} label="Full name" autoComplete="name" maxLength={100} />
          <Row>
            <EmailField of={form.field('email')} label="Email" hint="The address of your account" readOnly />
            <PhoneField of={form.field('phoneNumber')} label="Phone number" maxLength={40} />
          </Row>
          {referral && !sent ? <p className={classes.note}>Referred with the code {referral}.</p> : null}
        </Group>
        {isPaid(form.values.tierSlug) ? <HomeFields form={form} today={today} /> : null}
      </>
    ),
    work: () => <WorkFields form={form} />,
    agreements: () => (
      <>
        {tier && tier.pricePence > 0 ? (
          <SafetyFields form={form} documentRetentionDays={props.documentRetentionDays} />
        ) : null}
        <Group legend="What you agree to">
          {tier && tier.pricePence > 0 ? <PaidAgreements form={form} /> : null}
          <CheckField
            of={form.field('termsAccepted')}
            label={
              <>
                I accept the <Link to="/terms">terms</Link>
              </>
            }
          />
        </Group>
        {tier ? (
          <p className={classes.note}>
            You apply for {tier.name}, {priceOf(tier)}.
            {tier.pricePence > 0 ? ' You pay nothing until you are approved.' : null}
          </p>
        ) : null}
      </>
    ),
  }
  return (
    <StepFrame
      of={form}
      label={sent ? 'Correct your application' : 'Membership application'}
      heading={props.isPart || sent ? 'h3' : 'h2'}
      send={sent ? 'Save the correction' : 'Submit Application'}
      sending="Sending…"
      actions={
        props.onLeave ? (
          <Button
            variant={form.at > 0 ? 'subtle' : 'default'}
            onClick={() => {
              form.leave()
              props.onLeave?.()
            }}
          >
            Leave it as it is
          </Button>
        ) : null
      }
    >
      {name => drawn[name]?.()}
    </StepFrame>
  )
}

type Sent = NonNullable<Awaited<ReturnType<typeof rpc.applications.mine>>['application']>

/** What was sent, as the form has it. */
function answersIn(sent: Sent, tiers: readonly FormTier[]) {
  const fileOf = (id: string | null) => {
    const file = sent.documents.find(document => document.id === id)
    return file ? { ...file } : null
  }
  return {
    tierSlug: tierNamed(tiers, sent.tierSlug)?.slug ?? '',
    fullName: sent.fullName,
    phoneNumber: sent.phoneNumber,
    termsAccepted: true,
    referralCode: '',
    address: sent.address ?? '',
    city: sent.city ?? '',
    postcode: sent.postcode ?? '',
    isWestminsterResident: sent.isWestminsterResident,
    creativeDiscipline: sent.creativeDiscipline ?? '',
    socialMediaLinks: sent.socialMediaLinks.join(', '),
    whyJoin: sent.whyJoin ?? '',
    emergencyContactName: sent.emergencyContactName ?? '',
    emergencyContactPhone: sent.emergencyContactPhone ?? '',
    emergencyContactRelationship: sent.emergencyContactRelationship ?? '',
    insuranceWaiver: sent.insuranceWaiverAccepted,
    backgroundCheckConsent: sent.backgroundCheckConsent,
    startDate: sent.startOn ?? '',
    proRataRequested: sent.proRataRequested,
    idDocument: fileOf(sent.idDocumentFileId),
    proofOfResidence: fileOf(sent.proofOfResidenceFileId),
  }
}

/** Says in a toast why it failed, under the heading that the server gives (JOIN-29…31). */
function tell(error: unknown): void {
  const { code, data } = error as { code?: string; data?: { title?: string } }
  if (code === 'UNAUTHORIZED') toast.error('Please sign in first')
  else toast.error(data?.title ?? 'Submission Failed', describeProblem(error).message)
}
