import { Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { PushDevices } from '#features/house/push/parts/push-devices.tsx'
import { useAction } from '#ui/action.ts'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { LoadingRows } from '#ui/plain/states.tsx'
import { useWished } from '#ui/wished.ts'
import { api, rpc } from '#web/client.ts'
import { type Channel, channels, kindTerms } from '../inputs.ts'
import classes from './choices.module.css'
import { DigestChoice } from './digest-choice.tsx'

const channelWords: Record<Channel, { head: string; said: string }> = {
  house: { head: 'In the house', said: 'in the house' },
  mail: { head: 'Email', said: 'by email' },
  push: { head: 'Device', said: 'on your devices' },
}

/** Where one is told of what: a switch for each, the daily digest, and the devices. */
export function Choices() {
  const query = useQuery(api.notifications.choices.queryOptions())
  return (
    <>
      <Section
        title="What reaches you where"
        lead="In the house means on this page, and beside your name while it is new. What cannot be switched off changes something that is yours."
      >
        <Query of={query} failed="Failed to load your choices" loading={<LoadingRows rows={9} height={64} />}>
          {({ kinds }) => (
            <table className={classes.choices}>
              <thead>
                <tr>
                  <th scope="col">What</th>
                  {channels.map(channel => (
                    <th key={channel} scope="col">
                      {channelWords[channel].head}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {kinds.map(({ kind, channels }) => (
                  <tr key={kind}>
                    <th scope="row">
                      {kindTerms[kind].label}
                      <span>{kindTerms[kind].hint}</span>
                    </th>
                    {channels.map(choice => (
                      <td key={choice.channel}>
                        {choice.can.choose ? <Choice kind={kind} {...choice} /> : <span>Always</span>}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </Query>
      </Section>
      <Section
        title="Daily digest"
        lead="One email a day with what you have not read and were not mailed before. None when there is nothing."
        aside
      >
        <Query of={query} failed="Failed to load your choices">
          {({ digestHour }) => <DigestChoice hour={digestHour} />}
        </Query>
      </Section>
      <PushDevices />
    </>
  )
}

type Kind = Awaited<ReturnType<typeof rpc.notifications.choices>>['kinds'][number]

function Choice({ kind, channel, isOn }: Pick<Kind, 'kind'> & Kind['channels'][number]) {
  const { shown, wish } = useWished(isOn)
  const choose = useAction(rpc.notifications.choose, {
    atOnce: 'the same switch takes it back',
    failed: 'This was not changed',
  })
  return (
    <Switch
      checked={shown}
      aria-label={`${kindTerms[kind].label} ${channelWords[channel].said}`}
      onChange={({ currentTarget: { checked } }) =>
        void wish(checked, () => choose.run({ kind, channel, isOn: checked }))
      }
    />
  )
}
