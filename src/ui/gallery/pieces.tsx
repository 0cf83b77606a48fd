import { Button } from '@mantine/core'
import { useState } from 'react'
import { StartPicker } from '#ui/composer/start-picker.tsx'
import { confirm } from '#ui/confirm.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Calendar } from '#ui/form/calendar.tsx'
import { When } from '#ui/plain/dates.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Money } from '#ui/plain/money.tsx'
import { PriceBreakdown } from '#ui/plain/price-breakdown.tsx'
import { Section } from '#ui/plain/section.tsx'
import { Status, Tag } from '#ui/plain/status.tsx'
import { Tokens } from '#ui/plain/tokens.tsx'
import { Qr } from '#ui/qr.tsx'
import { Steps } from '#ui/steps.tsx'
import { toast } from '#ui/toast.ts'

export function GalleryPieces() {
  return (
    <>
      <Section title="Status and tags" aside>
        <p style={cluster}>
          <Status tone="good">Confirmed</Status>
          <Status tone="warn">Pending</Status>
          <Status tone="bad">Cancelled</Status>
          <Status tone="info">Waiting list</Status>
          <Status tone="accent">Tonight</Status>
          <Status>Draft</Status>
          <Tag>Ceramics</Tag>
          <Tag>Ground floor</Tag>
        </p>
      </Section>
      <Section title="Dates, money, facts" aside>
        <Facts
          facts={[
            { label: 'When', value: <When at="2025-11-22T10:00:00Z" end="2025-11-22T17:00:00Z" /> },
            { label: 'Day', value: <When at="2025-11-22" year /> },
            { label: 'Price', value: <Money pence={1250} /> },
            { label: 'Deposit', value: <Money pence={4000} /> },
            { label: 'Guests', value: <Money pence={0} /> },
            { label: 'With tokens', value: <Tokens count={15} /> },
            { label: 'Left out', value: null },
            {
              label: 'Link',
              value: <CopyButton value="https://example.org/e/letterpress" label="Copy link" />,
            },
          ]}
        />
        <div style={{ marginTop: '2rem' }}>
          <Facts
            columns
            facts={[
              { label: 'In the house now', value: '37' },
              { label: 'Bookings today', value: '12' },
              { label: 'Waiting on us', value: '5' },
            ]}
          />
        </div>
      </Section>
      <BookingPieces />
      <Section title="Messages and questions" aside>
        <p style={cluster}>
          <Button variant="default" onClick={() => toast.success('Booking confirmed', 'Print Room, Sat 22 Nov')}>
            Success
          </Button>
          <Button
            variant="default"
            onClick={() => toast.error('Failed to save', 'The Print Room has just been taken.')}
          >
            Error
          </Button>
          <Button
            variant="default"
            onClick={() =>
              toast.info('Draft deleted', undefined, {
                undo: () => toast.success('It’s back'),
              })
            }
          >
            With undo
          </Button>
          <Button color="red" variant="outline" onClick={() => void askToCancel()}>
            Cancel a booking
          </Button>
        </p>
      </Section>
      <Section title="Long work" aside>
        <Steps
          label="Sending the November letter"
          done={96}
          of={240}
          unit="letters sent"
          steps={[
            { label: 'Collect addresses', state: 'done', detail: '240 people want it' },
            { label: 'Send', state: 'now', detail: 'You can leave this page' },
            { label: 'Write the report', state: 'next' },
          ]}
        />
      </Section>
      <Section title="Code to scan" aside>
        <Qr value="EX-7F3K-22NOV" label="Your entry code" size={260} download="entry-code" />
      </Section>
    </>
  )
}

function BookingPieces() {
  const [day, setDay] = useState<string | null>('2025-11-22')
  const [slot, setSlot] = useState<string | undefined>('11:00')
  return (
    <Section title="Choosing a time" lead="A day, a time, and what it costs before anything moves." aside>
      <div
        style={{
          display: 'grid',
          gap: '2rem',
          gridTemplateColumns: 'repeat(auto-fit, minmax(min(18rem, 100%), 1fr))',
        }}
      >
        <Calendar
          label="Day"
          value={day}
          onChange={setDay}
          min="2025-11-05"
          max="2026-02-28"
          isClosed={date => date.endsWith('-17') || date.endsWith('-24')}
          note={date => (date.endsWith('-28') ? 'two times left' : undefined)}
          hasMark={date => date.endsWith('-28')}
        />
        <div>
          <StartPicker
            legend="Time"
            value={slot}
            onChange={setSlot}
            starts={[
              { at: '09:00', note: '5 tokens', unavailable: 'Past' },
              { at: '10:00', note: '5 tokens', unavailable: 'Taken' },
              { at: '11:00', note: '5 tokens' },
              { at: '12:00', note: '5 tokens' },
              { at: '13:00', note: '8 tokens' },
              { at: '14:00', note: '2 left' },
            ]}
          />
          <div style={{ marginTop: '2rem' }}>
            <PriceBreakdown
              unit="pence"
              parts={[
                { label: 'Print Room', detail: '3 hours × £12.50', amount: 3750 },
                { label: 'Inks', amount: 600 },
                { label: 'Member’s discount', detail: '10%', amount: -435 },
              ]}
              total={3915}
              refund="Before Fri 21 Nov, 11:00 you get £39.15 back; after that nothing."
            />
          </div>
        </div>
      </div>
    </Section>
  )
}

async function askToCancel() {
  const isSure = await confirm({
    title: 'Cancel Print Room on Sat 22 Nov?',
    body: 'You get 15 tokens back. Somebody else may take the time.',
    action: 'Cancel booking',
    danger: true,
  })
  if (isSure) toast.success('Booking cancelled', '15 tokens are back in your account')
}

const cluster = { display: 'flex', flexWrap: 'wrap', gap: '0.6rem', margin: 0 } as const
