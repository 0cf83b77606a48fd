import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAction } from '#ui/action.ts'
import { When } from '#ui/plain/dates.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { Status } from '#ui/plain/status.tsx'
import { api, rpc } from '#web/client.ts'
import classes from './push-devices.module.css'
import { endHere, subscribeHere, usePushHere } from './push-here.ts'

/** The devices that somebody is told on, and a switch for the one in their hand. */
export function PushDevices() {
  const query = useQuery(api.push.devices.queryOptions())
  const here = usePushHere()
  const start = useAction(
    async (publicKey: string, sending) => rpc.push.subscribe(await subscribeHere(publicKey), sending),
    {
      atOnce: 'the button beside it takes it back',
      done: 'This device is told from now on',
      failed: 'This device could not be switched on',
      onDone: here.look,
      onFailed: here.look,
    },
  )
  const stop = useAction(rpc.push.remove, {
    atOnce: 'switching it on again takes it back',
    done: 'Nothing is sent to that device any more',
    failed: 'The device is still there',
    onDone: (_, { id }) => {
      const isThis = query.data?.devices.some(device => device.id === id && device.endpoint === here.endpoint)
      if (isThis) void endHere().then(here.look)
    },
  })
  return (
    <Section
      title="Your devices"
      lead="A device is told while no page is open too. It ends when you sign out there."
      aside
    >
      <Query of={query} failed="Failed to load your devices">
        {({ devices, publicKey }) => {
          const own = devices.find(({ endpoint }) => endpoint === here.endpoint)
          return (
            <>
              {devices.length > 0 ? (
                <ul className={classes.devices} aria-label="Your devices">
                  {devices.map(({ id, device, createdAt }) => (
                    <li key={id}>
                      <div>
                        <strong>{device}</strong>
                        <p>
                          Since <When at={createdAt} year />
                        </p>
                      </div>
                      {id === own?.id ? <Status tone="good">This device</Status> : null}
                      <Button
                        variant="default"
                        size="sm"
                        aria-label={`Switch off ${device}`}
                        onClick={() => void stop.run({ id })}
                      >
                        Switch off
                      </Button>
                    </li>
                  ))}
                </ul>
              ) : null}
              {own ? null : here.state === 'possible' ? (
                <Button loading={start.isRunning} onClick={() => void start.run(publicKey)}>
                  Switch this device on
                </Button>
              ) : here.state ? (
                <p className={classes.refusal}>{refusals[here.state]}</p>
              ) : null}
            </>
          )
        }}
      </Query>
    </Section>
  )
}

const refusals = {
  refused:
    'This browser does not let us: messages from Exchange were refused here. Allow notifications for this site in the settings of the browser, usually behind the lock beside the address, then come back.',
  impossible:
    'This browser cannot be told while no page is open. On an iPhone or iPad, put Exchange on the home screen first and open it from there.',
}
