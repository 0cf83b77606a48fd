import { Button } from '@mantine/core'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { Empty, Failed, LoadingRows, LoadingTiles, Offline } from '#ui/plain/states.tsx'

const idle = {
  data: undefined,
  error: null,
  fetchStatus: 'fetching',
  isFetching: true,
  errorUpdateCount: 0,
  refetch: () => undefined,
} as const

export function GalleryStates() {
  return (
    <Section title="States" lead="Loading keeps the layout, empty says the next step, failures stay in their place.">
      <div style={{ display: 'grid', gap: '1.5rem' }}>
        <Empty
          what="No bookings yet"
          why="Rooms, desks and the sauna can be booked up to 30 days ahead."
          next={<Button>Book a space</Button>}
        />
        <Failed text="Failed to load bookings" reference="01JD-7F3K" onRetry={() => undefined} />
        <Offline onRetry={() => undefined} />
        <Query of={idle} failed="Failed to load tours">
          {() => null}
        </Query>
        <Query
          of={{
            ...idle,
            error: new TypeError('Failed to fetch'),
            fetchStatus: 'idle',
            isFetching: false,
            errorUpdateCount: 1,
          }}
          failed="Failed to load tours"
        >
          {() => null}
        </Query>
        <LoadingTiles />
        <LoadingRows rows={3} />
      </div>
    </Section>
  )
}
