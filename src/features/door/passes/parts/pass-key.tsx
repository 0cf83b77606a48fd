import { Button, Group } from '@mantine/core'
import { useAction } from '#ui/action.ts'
import { Section } from '#ui/plain/section.tsx'
import { rpc } from '#web/client.ts'

/** Changes the key that signs the codes at the door. */
export function PassKey() {
  const rotate = useAction(rpc.door.rotateKeys, {
    confirm: input =>
      input?.isLeaked
        ? {
            title: 'End the ticket key now?',
            body: 'Tickets on people’s screens are refused at once, until they open them again. A scanner without a connection learns it with its next list.',
            action: 'End key now',
            danger: true,
          }
        : {
            title: 'Change the ticket key?',
            body: 'New codes are signed with a new key. A scanner without a connection learns it with its next list.',
            action: 'Change key',
          },
    done: ({ keyId }) => ({
      title: 'The ticket key was changed',
      message: `New tickets are signed with ${keyId}.`,
    }),
    failed: 'The ticket key was not changed',
  })
  return (
    <Section
      title="Ticket key"
      lead="Signs the codes of tickets. Codes made before a change stay good for their minutes; when somebody may have copied the key, end it now."
    >
      <Group>
        <Button variant="default" loading={rotate.isRunning} onClick={() => void rotate.run({})}>
          Change the key
        </Button>
        <Button variant="default" loading={rotate.isRunning} onClick={() => void rotate.run({ isLeaked: true })}>
          It leaked: end it now
        </Button>
      </Group>
    </Section>
  )
}
