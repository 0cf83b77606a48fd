import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAction } from '#ui/action.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { api, rpc } from '#web/client.ts'

/** The address by which a calendar program reads what the person has in the house, and making another or none. */
export function OwnCalendar() {
  const address = useQuery(api.agenda.address.queryOptions())
  const make = useAction(rpc.agenda.renew, {
    atOnce: 'makes an address that only the person knows',
    done: 'Address made',
    failed: 'The address was not made',
  })
  const renew = useAction(rpc.agenda.renew, {
    confirm: () => ({
      title: 'Make another address?',
      body: 'Calendars that read the one you have now stop. Add the new address to them.',
      action: 'Make another',
      keep: 'Keep this one',
    }),
    done: 'You have a new address',
    failed: 'The address was not changed',
  })
  const remove = useAction(rpc.agenda.remove, {
    confirm: () => ({
      title: 'Take the address away?',
      body: 'Calendars that read it stop showing what you have here.',
      action: 'Take it away',
      keep: 'Keep it',
      danger: true,
    }),
    done: 'Nothing reads your bookings any more',
    failed: 'The address is still there',
  })
  return (
    <Section
      title="In your own calendar"
      lead="Bookings, studio sessions and tours, kept up to date by themselves. Whoever has the address can read them, so keep it to yourself."
      aside
    >
      <Query of={address} failed="Failed to load the address of your calendar">
        {({ url }) =>
          url === null ? (
            <Button variant="default" loading={make.isRunning} onClick={() => void make.run(undefined)}>
              Make an address
            </Button>
          ) : (
            <Group gap="sm">
              <Button component="a" href={url.replace(/^https?:/, 'webcal:')}>
                Add to your calendar
              </Button>
              <CopyButton value={url} label="Copy address" />
              <Button variant="default" size="sm" loading={renew.isRunning} onClick={() => void renew.run(undefined)}>
                Make another
              </Button>
              <Button variant="default" size="sm" loading={remove.isRunning} onClick={() => void remove.run(undefined)}>
                Take it away
              </Button>
            </Group>
          )
        }
      </Query>
    </Section>
  )
}
