import { useAction } from '#ui/action.ts'
import { MoreMenu } from '#ui/more-menu.tsx'
import { rpc } from '#web/client.ts'

/** Changes the key that signs the codes at the door: seldom wanted, so behind three dots. */
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
    <MoreMenu
      of="tickets"
      items={[
        {
          label: 'Change the ticket key',
          hint: 'It signs the codes of tickets. Codes made before stay good for their minutes.',
          run: () => void rotate.run({}),
        },
        {
          label: 'End the ticket key',
          hint: 'When somebody may have copied it.',
          run: () => void rotate.run({ isLeaked: true }),
          isDanger: true,
        },
      ]}
    />
  )
}
