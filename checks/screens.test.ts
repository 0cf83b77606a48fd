import { expect, test } from 'vitest'
import { screens } from './screens.ts'
import { findingsIn } from './tree.ts'

const file = 'src/features/spaces/tours/screens/tours.tsx'

test.each([
  ["import { Button, Modal } from '@mantine/core'", 'uses Modal: a dialog is a Dialog'],
  ["import { useQueryClient } from '@tanstack/react-query'", 'uses useQueryClient: after a write'],
  ['void cache.invalidateQueries()', 'uses cache.invalidateQueries: after a write'],
  ["queryClient.setQueryData(['a'], 1)", 'uses queryClient.setQueryData: after a write'],
  ["const isBoss = me?.roles.includes('admin')", 'uses me.roles: no screen looks at a role'],
  ["import { hasRole } from '#platform/auth/actor.ts'", 'uses hasRole: no screen looks at a role'],
])('%s is refused on a screen', async (text, message) => {
  expect(await findingsIn(screens, { [file]: `${text}\n` })).toEqual([expect.stringContaining(`${file}:1 ${message}`)])
})

const cancel = 'rpc.bookings.cancel'
const given = "import { useAction } from '#ui/action.ts'\n"
/** What a file of the browser says after it has imported the client, and what is said of it. */
const past: [spelling: string, text: string, said: string][] = [
  ['called where it is', `const f = <b onClick={() => void ${cancel}({ id })} />`, `calls ${cancel} by itself`],
  ['called if it is there', `const f = () => rpc.bookings?.cancel?.({ id })`, 'calls rpc.bookings?.cancel by itself'],
  ['one of two', `const f = () => (isOne ? ${cancel} : rpc.bookings.move)({ id })`, `calls ${cancel} by itself`],
  [
    'by a name that is worked out',
    "const f = () => rpc.bookings[isOne ? 'cancel' : 'move']({ id })",
    'hands on rpc.bookings',
  ],
  ['by a name in brackets', "const f = () => rpc['bookings']['cancel']({ id })", 'hands on rpc'],
  ['by a name in a template', `const f = () => rpc.bookings[\`\${what}All\`]({ id })`, 'hands on rpc.bookings'],
  ['under another name', `const call = ${cancel}`, `hands on ${cancel}`],
  ['one of two under another name', `const call = isOne ? ${cancel} : null`, `hands on ${cancel}`],
  ['taken apart', 'const { cancel } = rpc.bookings', 'hands on rpc.bookings'],
  ['taken apart from the top', 'const { bookings: { cancel } } = rpc', 'hands on rpc'],
  ['handed to a function', `send(${cancel})`, `hands on ${cancel}`],
  ['in an object', `const deeds = { cancel: ${cancel} }`, `hands on ${cancel}`],
  ['in a list', `const deeds = [${cancel}]`, `hands on ${cancel}`],
  ['bound', `const call = ${cancel}.bind(null)`, `takes ${cancel}.bind`],
  ['called by call', `void ${cancel}.call(null, { id })`, `takes ${cancel}.call`],
  ['called by apply', `void ${cancel}.apply(null, [{ id }])`, `takes ${cancel}.apply`],
  ['called by Reflect', `void Reflect.apply(${cancel}, null, [])`, `hands on ${cancel}`],
  ['by way of another type', 'void (rpc as any).bookings.cancel({ id })', 'hands on rpc'],
  ['all of it', 'const f = <Tools rpc={rpc} />', 'hands on rpc'],
  ['all of a part', 'const f = <Tools of={rpc.bookings} />', 'hands on rpc.bookings'],
  ['spread', 'const mine = { ...rpc.bookings }', 'hands on rpc.bookings'],
  ['exported under another name', `export const call = ${cancel}`, `hands on ${cancel}`],
  ['a missing value', `function f({ call = ${cancel} }) {}`, `hands on ${cancel}`],
  ['a property of a component that is not ours', `const f = <Button onClick={${cancel}} />`, `hands on ${cancel}`],
  ['a piece that is called alike', `const useAction = f => f\nconst go = useAction(${cancel})`, `hands on ${cancel}`],
  [
    'beside what acts',
    `${given}useAction(save, { atOnce: '', onDone: () => ${cancel}({ id }) })`,
    `calls ${cancel} by`,
  ],
  ['through what acts', `${given}useAction(input => send(${cancel}, input), {})`, `hands on ${cancel}`],
  ['by the query client', 'void api.bookings.cancel.call({ id })', 'takes api.bookings.cancel.call'],
  [
    'by the options of a write',
    'const o = api.bookings.cancel.mutationOptions()',
    'takes api.bookings.cancel.mutationOptions',
  ],
  ['for the query client', 'send(api.bookings.cancel)', 'takes api.bookings.cancel'],
  ['all for the query client', 'const calls = api', 'hands on api'],
  ['by hand', "void fetch('/rpc/bookings/cancel', { method: 'POST' })", 'reaches the server by fetch'],
  [
    'by hand, of the window',
    "void window.fetch('/rpc/bookings/cancel', { method: 'POST' })",
    'reaches the server by window.fetch',
  ],
  ['by hand, in brackets', "void window['fetch']('/rpc', { method: 'POST' })", "reaches the server by window['fetch']"],
  ['by hand, under another name', 'const ask = fetch', 'reaches the server by fetch'],
  ['by hand, as of old', 'const request = new XMLHttpRequest()', 'reaches the server by XMLHttpRequest'],
  ['by a beacon', "navigator.sendBeacon('/rpc/bookings/cancel')", 'reaches the server by navigator.sendBeacon'],
  [
    'by the browser itself',
    'const f = <form method="post" action="/rpc/bookings/cancel" />',
    'reaches the server by <form',
  ],
]

test.each(past)('a procedure is not reached past the pieces for actions: %s', async (_, text, said) => {
  const client = `import { api, rpc } from '#web/client.ts'; `
  for (const path of [file, 'src/features/spaces/tours/parts/plan.ts', 'src/ui/plan.tsx', 'src/web/layouts/plan.tsx']) {
    if (path.endsWith('.ts') && text.includes('<')) continue
    const line =
      1 + text.split('\n').findIndex(each => !each.startsWith('import') && /rpc|api|fetch|XML|Beacon/.test(each))
    const found = await findingsIn(screens, { [path]: `${client}${text}\n` })
    expect(found.length).toBeGreaterThan(0)
    expect(found[0]).toContain(`${path}:${line} ${said}`)
    expect(found[0]).toContain('what changes the world goes through useAction (#ui/action.ts) or a form')
  }
})

test.each([
  ["import { rpc as server } from '#web/client.ts'", 'imports rpc of the client as server'],
  ["import * as client from '#web/client.ts'", 'imports all of the client as client'],
  ["const { rpc } = await import('#web/client.ts')", 'imports #web/client.ts late'],
  ["import { rpc } from '#web/client.ts'; export { rpc }", 'hands #web/client.ts on'],
  ["export { rpc } from '#web/client.ts'", 'hands #web/client.ts on'],
  ["export * from '#web/client.ts'", 'hands #web/client.ts on'],
  ["import { useMutation } from '@tanstack/react-query'", 'uses useMutation of @tanstack/react-query'],
  ["import { useMutation as useCall } from '@tanstack/react-query'", 'uses useMutation of @tanstack/react-query'],
  ["import * as cache from '@tanstack/react-query'", 'uses all of @tanstack/react-query'],
  ["import { MutationObserver } from '@tanstack/react-query'", 'uses MutationObserver of @tanstack/react-query'],
  ["export { useMutation } from '@tanstack/react-query'", 'hands @tanstack/react-query on'],
  ["const { useMutation } = await import('@tanstack/react-query')", 'imports @tanstack/react-query late'],
  ["import { createORPCClient } from '@orpc/client'", 'uses createORPCClient of @orpc/client'],
  ["import { RPCLink } from '@orpc/client/fetch'", 'uses RPCLink of @orpc/client/fetch'],
])('what reaches procedures is imported by its own name, and made in one place: %s', async (text, said) => {
  for (const path of [file, 'src/features/spaces/tours/parts/plan.ts', 'src/ui/plan.ts', 'src/web/layouts/plan.ts']) {
    expect(await findingsIn(screens, { [path]: `${text}\n` })).toEqual([expect.stringContaining(`${path}:1 ${said}`)])
  }
})

test('the client is the same by any way to its file', async () => {
  const text = "import * as client from '../../../../web/client.ts'\n"
  expect(await findingsIn(screens, { [file]: text, 'src/web/client.ts': '' })).toEqual([
    expect.stringContaining('imports all of the client as client'),
  ])
})

test('a component leads what it is given to a piece for actions, or is given none', async () => {
  const form = 'src/features/spaces/tours/parts/tour-form.tsx'
  const screen = `import { rpc } from '#web/client.ts'
import { TourForm } from '../parts/tour-form.tsx'
export const Tours = () => <TourForm send={rpc.tours.place} />
`
  const made = (body: string) => ({
    [file]: screen,
    [form]: `import { useSchemaForm } from '#ui/form/form.tsx'\n${body}\n`,
  })
  const refused = [expect.stringContaining(`${file}:3 hands on rpc.tours.place`)]
  const held = 'const form = useSchemaForm({ submit: values => send(values) })'
  const good = [
    `export function TourForm({ send }) { ${held} }`,
    'export function TourForm(props) { const form = useSchemaForm({ submit: v => props.send(v) }) }',
    `export const TourForm = ({ send }) => send ? <Inner send={send} /> : null
     function Inner({ send }) { ${held} }`,
  ]
  const bad = [
    'export const TourForm = ({ send }) => <button onClick={() => send({})} />',
    'export const TourForm = ({ send }) => <button onClick={send} />',
    `export function TourForm({ send }) { ${held}; useEffect(() => void send({})) }`,
    `export function TourForm({ send }) { ${held}; const again = send }`,
    `export function TourForm({ send }) { ${held} }; const Other = ({ send: other }) => other({})`,
    `export function TourForm({ send }) { ${held} }; const Other = all => <b onClick={all.send} />`,
    'export const TourForm = props => <Elsewhere {...props} />',
  ]
  for (const body of good) expect(await findingsIn(screens, made(body)), body).toEqual([])
  for (const body of bad) expect(await findingsIn(screens, made(body)), body).toEqual(refused)
})

test('what changes the world is called inside of the pieces for actions', async () => {
  const text = `
    import { useAction, useQuietWrite } from '#ui/action.ts'
    import { PictureForm } from '#ui/form/picture-form.tsx'
    import { useSchemaForm } from '#ui/form/schema-form.ts'
    import { useStepForm } from '#ui/form/step-form.ts'
    import { useList } from '#ui/table/use-list.ts'
    import { api, rpc } from '#web/client.ts'
    type Row = Awaited<ReturnType<typeof rpc.bookings.mine>>[number]
    const list = useList(bookingList, api.bookings.list, { canExport: true })
    const rows = useQuery({ ...api.bookings.mine.queryOptions({ input }), retry: false })
    const cancel = useAction((id: string, sending) => rpc.bookings.cancel({ id }, sending), { atOnce: 'why' })
    const remove = useAction(isStaff ? rpc.bookings.removeByStaff : rpc.bookings.remove, {
      undo: ({ id }) => sending => rpc.bookings.bringBack({ id }, sending),
    })
    const quietly = useQuietWrite(rpc.bookings.verify)
    const form = useSchemaForm({ schema, initial, submit: values => rpc.bookings.place(values) })
    const other = useSchemaForm({ schema, async submit(values) { await rpc.bookings.place(values) } })
    const steps = useStepForm({ schema, submit: v => (isStaff ? rpc.applications.add : rpc.applications.submit)(v) })
    const give = <PictureForm submit={values => rpc.events.setPicture(values)}>{form => <p />}</PictureForm>
    const me = await rpc.members.me().catch(() => null)
    const file = await fetch(path)
  `
  const piece = `
    import { useSchemaForm } from './schema-form.ts'
    export function PictureForm(props) { useSchemaForm({ submit: values => props.submit(values) }) }
  `
  expect(await findingsIn(screens, { [file]: text, 'src/ui/form/picture-form.tsx': piece })).toEqual([])
  const inside = `import { PictureForm } from '#ui/form/picture-form.tsx'
    import { rpc } from '#web/client.ts'
    const f = <PictureForm submit={keep}>{() => <b onClick={() => void rpc.events.remove({ id })} />}</PictureForm>`
  expect(await findingsIn(screens, { [file]: inside, 'src/ui/form/picture-form.tsx': piece })).toHaveLength(1)
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
