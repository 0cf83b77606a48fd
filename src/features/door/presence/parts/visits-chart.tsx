import { formatDate } from '#platform/words.ts'
import { Chart } from '#ui/figures/chart.tsx'

/** The visits of the last four weeks, day by day. */
export function VisitsChart({ days }: { days: readonly { on: string; visits: number }[] }) {
  return (
    <Chart
      title="Visits a day"
      unit="visits"
      definition="How often somebody was checked in on each of the last 28 days, members and guests."
      kind="bar"
      rows={days.map(({ on, visits }) => ({ day: formatDate(on), visits }))}
      by={{ key: 'day', label: 'Day' }}
      series={[{ key: 'visits', label: 'Visits' }]}
    />
  )
}
