import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { paperMaxBytes, messages as paperMessages, paperPurpose } from '#features/market/papers/inputs.ts'
import { toPayment } from '#features/money/orders/parts/to-payment.ts'
import { formatCount, formatDate, formatMoney, formatTimeRange, nameOf } from '#platform/words.ts'
import { Composer } from '#ui/composer/composer.tsx'
import {
  CheckField,
  ChoiceField,
  EmailField,
  PhoneField,
  SelectField,
  TextAreaField,
  TextField,
} from '#ui/form/fields.tsx'
import { FileDrop, type UploadedFile } from '#ui/form/file-drop.tsx'
import { type Field, Form, Group, Row, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { PriceBreakdown } from '#ui/plain/price-breakdown.tsx'
import { describeProblem } from '#ui/plain/problem.ts'
import { toast } from '#ui/toast.ts'
import { rpc } from '#web/client.ts'
import { useMe } from '#web/session/session.tsx'
import { messages, type StallType, stallInput, stallTypes, stallTypeWords } from '../inputs.ts'
import { discountOf, priceOf, sizeWords, whyNot } from '../rules.ts'
import { WaitFor } from './wait-for.tsx'

export type MarketPage = Awaited<ReturnType<typeof rpc.stalls.page>>
type Day = MarketPage['days'][number]

/** Books a stall: the day, what is sold, the extras; beside it the price in its parts, which the server reckons again. */
export function StallForm({ of: page, on }: { of: MarketPage; on: string | undefined }) {
  const me = useMe()
  const navigate = useNavigate()
  const [proof, setProof] = useState<UploadedFile[]>([])
  const { days, prices, papers } = page
  const offered = days.find(day => day.waits.some(({ heldUntil }) => heldUntil))
  const usual = days.find(day => day.on === on) ?? offered ?? days.find(each => leftOn(each) > 0) ?? days[0]
  const own = usual?.waits.find(({ heldUntil }) => heldUntil)
  const form = useSchemaForm({
    schema: stallInput,
    initial: {
      marketDate: usual?.on ?? '',
      ...{ businessName: '', contactName: me ? nameOf(me) : '', email: me?.email ?? '', phone: '' },
      ...{
        stallType: (own?.stallType ?? '') as StallType,
        description: '',
        stallSize: own?.stallSize ?? ('single' as const),
      },
      ...{ carParkAccess: false, electricityAccess: false, tableRental: false, isWestminsterResident: false },
      proofFileId: '',
    },
    keep: 'market-stall',
    notKept: ['marketDate', 'proofFileId'],
    submit: (values, { idempotencyKey }) =>
      rpc.stalls.book({ ...values, seen: price.finalPrice }, { context: { idempotencyKey } }),
    onDone: ({ id, url, left }) => {
      form.reset()
      if (url !== null) toPayment({ url, left })
      else void navigate({ to: '/market-booking/$id', params: { id } })
    },
    onFailed: error => {
      const { title, message } = describeProblem(error)
      toast.error(title === messages.invalid ? messages.invalid : messages.failed, message)
    },
  })
  const { values } = form
  const accepted = papers.find(
    ({ kind, status, expiresOn }) =>
      kind === 'residence' && status === 'accepted' && expiresOn !== null && expiresOn >= values.marketDate,
  )
  const isWaiting = papers.some(({ kind, status }) => kind === 'residence' && status === 'waiting')
  const isResident = values.isWestminsterResident ?? false
  const discount = discountOf({
    tierPercent: page.tierPercent,
    residentPercent: isResident && accepted ? page.westminsterPercent : 0,
  })
  const wish = {
    stallSize: values.stallSize,
    carParkAccess: values.carParkAccess ?? false,
    electricityAccess: values.electricityAccess ?? false,
    tableRental: values.tableRental ?? false,
  }
  const price = priceOf(wish, prices, discount)
  const day = days.find(each => each.on === values.marketDate)
  const problem = day ? whyNotTake(day, values, page) : null
  const submit = (event?: FormEvent) => {
    const parsed = stallInput.safeParse(values)
    const lacksProof = isResident && !accepted && !isWaiting && !values.proofFileId
    if (lacksProof) form.tell('proofFileId', messages.proof)
    if (!parsed.success) toast.error(messages.invalid, parsed.error.issues[0]?.message)
    else if (lacksProof) toast.error(messages.invalid, messages.proof)
    if (lacksProof && parsed.success) event?.preventDefault()
    else form.onSubmit(event)
  }
  const later = priceOf(
    wish,
    prices,
    discountOf({ tierPercent: page.tierPercent, residentPercent: page.westminsterPercent }),
  )
  const back = price.finalPrice - later.finalPrice
  const extra = (pence: number) => (pence > 0 ? formatMoney(pence) : 'Free')
  return (
    <Form of={{ ...form, onSubmit: submit }} label="Book a stall" failed={messages.failed}>
      <Composer
        choices={
          <>
            <Group legend="The market">
              <SelectField
                of={form.field('marketDate')}
                label="Day"
                placeholder="Choose a day"
                hint={
                  day ? `Open ${formatTimeRange(day.opensAt, day.closesAt)}, set-up from ${day.setUpFrom}` : undefined
                }
                options={days.map(each => ({
                  value: each.on,
                  label: `${formatDate(each.on, { year: true })}, ${leftWords(each)}`,
                }))}
              />
              <SelectField
                of={form.field('stallType') as Field<string>}
                label="What you sell"
                placeholder="Choose one"
                options={stallTypes.map(value => ({ value, label: stallTypeWords[value] }))}
              />
              <ChoiceField
                of={form.field('stallSize') as Field<string>}
                label="Size"
                options={[
                  { value: 'single', label: sizeWords.single, hint: formatMoney(prices.stallSinglePence) },
                  {
                    value: 'double',
                    label: sizeWords.double,
                    hint: `${formatMoney(prices.stallDoublePence)}, two pitches side by side`,
                  },
                ]}
              />
              {problem && day && values.stallType ? (
                <WaitFor day={day} values={values} problem={problem} page={page} />
              ) : null}
            </Group>
            <Group legend="Extras">
              <CheckField of={form.field('carParkAccess')} label="Car park" hint={extra(prices.stallCarParkPence)} />
              <CheckField
                of={form.field('electricityAccess')}
                label="Electricity"
                hint={extra(prices.stallElectricityPence)}
              />
              <CheckField
                of={form.field('tableRental')}
                label="Table and chairs"
                hint={extra(prices.stallTablePence)}
              />
            </Group>
            <Group legend="Your business">
              <TextField
                of={form.field('businessName')}
                label="Business name"
                maxLength={200}
                autoComplete="organization"
              />
              <TextField of={form.field('contactName')} label="Contact name" maxLength={100} autoComplete="name" />
              <Row>
                <EmailField of={form.field('email')} label="Email" maxLength={255} />
                <PhoneField of={form.field('phone') as Field<string>} label="Phone" optional maxLength={20} />
              </Row>
              <TextAreaField
                of={form.field('description') as Field<string>}
                label="Description"
                hint="What visitors find at your stall."
                optional
                maxLength={1_000}
              />
            </Group>
            <Group legend="Westminster residents">
              <CheckField
                of={form.field('isWestminsterResident')}
                label="I live in Westminster"
                hint={`${page.westminsterPercent}% off, once your proof of residence is accepted.`}
              />
              {isResident && !accepted && !isWaiting ? (
                <FileDrop
                  label="Proof of residence"
                  hint="A bill or a letter with your name and address. PDF, JPG or PNG, up to 10 MB."
                  purpose={paperPurpose}
                  accept={['application/pdf', 'image/jpeg', 'image/png']}
                  kinds="a PDF, JPG or PNG"
                  maxBytes={paperMaxBytes}
                  camera
                  failed={paperMessages.uploadFailed}
                  value={proof}
                  onChange={files => {
                    setProof(files)
                    form.set({ proofFileId: files[0]?.id ?? '' })
                  }}
                  error={form.field('proofFileId').error}
                  data-path="proofFileId"
                />
              ) : null}
              {isResident && !accepted && back > 0 ? (
                <p>
                  {isWaiting ? 'Your proof is being looked at. ' : ''}You pay {formatMoney(price.finalPrice)} now, and{' '}
                  {formatMoney(back)} goes back to your card when we accept your proof.
                </p>
              ) : null}
            </Group>
          </>
        }
        price={
          <PriceBreakdown
            unit="pence"
            parts={partsOf(price, page)}
            total={price.finalPrice}
            refund={`Until ${page.cancellationHours} hours before set-up and all of it comes back; later nothing does.`}
          />
        }
        chosen={day ? `${sizeWords[values.stallSize]}, ${formatDate(day.on)}` : 'No day chosen'}
        sum={price.finalPrice > 0 ? formatMoney(price.finalPrice) : 'Free'}
        actions={
          problem ? null : (
            <Submit of={form} busy="Booking…">
              {price.finalPrice > 0 ? `Book and pay ${formatMoney(price.finalPrice)}` : 'Book the stall'}
            </Submit>
          )
        }
        said={
          day ? `${sizeWords[values.stallSize]}: ${price.finalPrice > 0 ? formatMoney(price.finalPrice) : 'Free'}` : ''
        }
      />
    </Form>
  )
}

/** The parts of a price, with what is taken off. */
export function partsOf(price: ReturnType<typeof priceOf>, names: { tierName: string | null }) {
  return [
    { label: 'Stall', amount: price.price },
    ...(price.carParkPrice ? [{ label: 'Car park', amount: price.carParkPrice }] : []),
    ...(price.electricityPrice ? [{ label: 'Electricity', amount: price.electricityPrice }] : []),
    ...(price.tablePrice ? [{ label: 'Table and chairs', amount: price.tablePrice }] : []),
    ...(price.discountAmount > 0
      ? [
          {
            label: `${price.discountKind === 'westminster' ? 'Westminster resident' : (names.tierName ?? 'Your plan')}, ${price.discountPercent}% off`,
            amount: -price.discountAmount,
          },
        ]
      : []),
  ]
}

/** So many pitches can still be had: no more than the plan has. */
export const leftOn = ({ left, places }: Pick<Day, 'left' | 'places'>) =>
  Math.max(0, places ? Math.min(left, places.single + 2 * places.double) : left)

function leftWords(day: Day): string {
  if (day.waits.some(({ heldUntil }) => heldUntil)) return 'held for you'
  return leftOn(day) > 0 ? `${formatCount(leftOn(day), 'pitch', 'pitches')} left` : 'full'
}

/** Why a stall like this cannot be had on that day, as far as the page knows; what is offered to the person is theirs. */
function whyNotTake(
  day: Day,
  { stallType, stallSize }: { stallType: StallType; stallSize: 'single' | 'double' },
  page: MarketPage,
) {
  if (day.waits.some(wait => wait.heldUntil && wait.stallType === stallType && wait.stallSize === stallSize))
    return null
  const facts = {
    isCancelled: false,
    startsAt: new Date(0),
    pitches: day.left,
    taken: 0,
    ofKind: day.ofKinds[stallType] ?? 0,
    places: day.places,
    due: [],
  }
  return whyNot.take(facts, { stallType, stallSize }, { perKind: page.perKind })
}
