import { formatMoney } from '#platform/words.ts'
import { Chart } from '#ui/figures/chart.tsx'
import { Section } from '#ui/plain/section.tsx'

const months = ['Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov']

export function GalleryFigures() {
  return (
    <Section title="Figures" lead="A title that says what is shown, its unit, how it is counted, a table and CSV.">
      <div
        style={{
          display: 'grid',
          gap: '2.5rem',
          gridTemplateColumns: 'repeat(auto-fit, minmax(min(24rem, 100%), 1fr))',
        }}
      >
        <Chart
          title="Income by month"
          unit="pounds"
          definition="Payments that arrived in the month, less refunds of that month, by what they were for."
          kind="stacked"
          by={{ key: 'month', label: 'Month' }}
          series={[
            { key: 'memberships', label: 'Memberships' },
            { key: 'studio', label: 'Studio' },
            { key: 'events', label: 'Events' },
          ]}
          rows={months.map((month, index) => ({
            month,
            memberships: 400_000 + index * 31_000,
            studio: 120_000 + ((index * 53_000) % 90_000),
            events: 60_000 + ((index * 47_000) % 110_000),
          }))}
          format={formatMoney}
        />
        <Chart
          title="People in the house"
          unit="check-ins"
          definition="People checked in at the door, each once a day."
          kind="line"
          by={{ key: 'month', label: 'Month' }}
          series={[
            { key: 'members', label: 'Members' },
            { key: 'guests', label: 'Guests' },
            { key: 'market', label: 'Market visitors' },
          ]}
          rows={months.map((month, index) => ({
            month,
            members: 420 + ((index * 97) % 160),
            guests: 120 + ((index * 61) % 90),
            market: 260 + ((index * 131) % 300),
          }))}
        />
        <Chart
          title="Bookings by space"
          unit="bookings, last 30 days"
          definition="Confirmed bookings that began in the last 30 days."
          kind="lying"
          by={{ key: 'space', label: 'Space' }}
          series={[{ key: 'bookings', label: 'Bookings' }]}
          rows={[
            { space: 'Coworking', bookings: 212 },
            { space: 'Music studio', bookings: 84 },
            { space: 'Podcast studio', bookings: 61 },
          ]}
        />
      </div>
    </Section>
  )
}
