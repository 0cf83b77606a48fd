import { expect, test } from 'vitest'
import { screens } from './screens.ts'
import { findingsIn } from './tree.ts'

const file = 'src/features/spaces/tours/screens/tours.tsx'

test.each([
  ["import { useMutation } from '@tanstack/react-query'", 'uses useMutation: a screen acts by useAction'],
  ["import { Button, Modal } from '@mantine/core'", 'uses Modal: a dialog is a Dialog'],
  ["import { useQueryClient } from '@tanstack/react-query'", 'uses useQueryClient: after a write'],
  ['void cache.invalidateQueries()', 'uses cache.invalidateQueries: after a write'],
  ["queryClient.setQueryData(['a'], 1)", 'uses queryClient.setQueryData: after a write'],
  ["const isBoss = me?.roles.includes('admin')", 'uses me.roles: no screen looks at a role'],
  [
    'const f = <button onClick={() => void rpc.bookings.cancel({ id })} />',
    'calls rpc.bookings.cancel by itself: what',
  ],
  ["const f = () => rpc.members[isGiven ? 'grantRole' : 'revokeRole']({})", "calls rpc.members[isGiven ? 'grantRole'"],
  ["import { hasRole } from '#platform/auth/actor.ts'", 'uses hasRole: no screen looks at a role'],
])('%s is refused on a screen', async (text, message) => {
  expect(await findingsIn(screens, { [file]: `${text}\n` })).toEqual([expect.stringContaining(`${file}:1 ${message}`)])
})

test('parts count as screens', async () => {
  const part = 'src/features/spaces/tours/parts/plan.ts'
  const text = "import { useMutation } from '@tanstack/react-query'\n"
  expect(await findingsIn(screens, { [part]: text })).toHaveLength(1)
})

test('what changes the world is called inside of the mechanisms', async () => {
  const text = `
    const cancel = useAction((id: string, sending) => rpc.bookings.cancel({ id }, sending), { atOnce: 'why' })
    const form = useSchemaForm({ schema, initial, submit: values => rpc.bookings.place(values) })
    const steps = useStepForm({ schema, initial, steps, submit: values => rpc.applications.submit(values) })
    const give = <PictureForm submit={values => rpc.events.setPicture(values)}>{form => <p />}</PictureForm>
    const me = await rpc.members.me().catch(() => null)
  `
  expect(await findingsIn(screens, { [file]: text })).toEqual([])
})

test('what stands inside of such a piece is not its form', async () => {
  const text =
    'const f = <PictureForm submit={keep}>{() => <b onClick={() => void rpc.events.remove({ id })} />}</PictureForm>\n'
  expect(await findingsIn(screens, { [file]: text })).toHaveLength(1)
})

test('rows list the roles of others, and the shared mechanisms may do what screens leave to them', async () => {
  const files = {
    [file]: "import { useQuery } from '@tanstack/react-query'\nconst roles = row.roles.join(', ')\n",
    'src/ui/action.ts': "import { useMutation } from '@tanstack/react-query'\n",
    'src/web/query-client.ts': 'queryClient.invalidateQueries()\n',
    'src/features/spaces/tours/api.ts': "const isAdmin = actor.roles.includes('admin')\n",
    'src/features/spaces/tours/tours.test.ts': "const isAdmin = me.roles.includes('admin')\n",
  }
  expect(await findingsIn(screens, files)).toEqual([])
})
