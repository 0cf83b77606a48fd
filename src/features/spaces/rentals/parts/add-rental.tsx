import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { formatMoney } from '#platform/words.ts'
import { Dialog } from '#ui/dialog.tsx'
import { DateField, MoneyField, SelectField, TextField } from '#ui/form/fields.tsx'
import { type Field, Form, Row, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { useDialog } from '#ui/in-address.ts'
import { Query } from '#ui/plain/query.tsx'
import { toast } from '#ui/toast.ts'
import { api, rpc } from '#web/client.ts'
import { messages, monthlyRents, newRental } from '../inputs.ts'
import { MemberSearch } from './member-search.tsx'

type Offer = Awaited<ReturnType<typeof rpc.rentals.offer>>

/** The button and dialog that add a studio rental (STA-09, STA-12, STA-13). */
export function AddRental() {
  const { isOpen, open, close } = useDialog('new-rental')
  const offer = useQuery({ ...api.rentals.offer.queryOptions(), enabled: isOpen })
  return (
    <>
      <Button onClick={open}>Add Studio Rental</Button>
      <Dialog isOpen={isOpen} onClose={close} title="Add Studio Rental" keepsInput>
        <Query of={offer} failed="Failed to load the rooms">
          {found => <AddRentalForm offer={found} onDone={close} />}
        </Query>
      </Dialog>
    </>
  )
}

function AddRentalForm({ offer: { today, rooms }, onDone }: { offer: Offer; onDone: () => void }) {
  const form = useSchemaForm({
    schema: newRental,
    initial: {
      ...{ userId: '', studioName: '', spaceId: '', rentalStartDate: today, rentalEndDate: '' },
      ...{ monthlyRentAmount: monthlyRents[0] as number, depositAmount: 0 },
    },
    submit: (values, { idempotencyKey }) => rpc.rentals.add(values, { context: { idempotencyKey } }),
    onDone: () => {
      toast.success('Studio rental added', 'Generate its payment link when you are ready.')
      onDone()
    },
    onFailed: () => toast.error(messages.addFailed),
  })
  const submit = (event?: FormEvent) => {
    if (form.values.studioName.trim() === '') toast.error(messages.missingTitle, messages.missingStudio)
    form.onSubmit(event)
  }
  const rent = form.field('monthlyRentAmount') as Field<number>
  const room = form.field('spaceId') as Field<string>
  return (
    <Form
      of={{ ...form, onSubmit: submit }}
      label="Add Studio Rental"
      isLong
      actions={
        form.values.userId === '' ? (
          <Button disabled>Add</Button>
        ) : (
          <Submit of={form} busy="Adding…">
            Add
          </Submit>
        )
      }
    >
      <MemberSearch of={form.field('userId')} onChosen={userId => form.set({ userId })} />
      <SelectField
        of={{
          ...room,
          onChange: spaceId => {
            const name = rooms.find(({ id }) => id === spaceId)?.name
            // What the room is called is what most studios are called.
            const isUnnamed = form.values.studioName === '' || rooms.some(each => each.name === form.values.studioName)
            form.set({ spaceId: spaceId ?? '', ...(name && isUnnamed && { studioName: name }) })
          },
        }}
        label="Room"
        hint="It is held for the whole time and can be booked by nobody else."
        placeholder="None of the calendar"
        options={rooms.map(({ id, name }) => ({ value: id, label: name }))}
        optional
      />
      <TextField of={form.field('studioName')} label="Studio name" maxLength={100} />
      <Row>
        <SelectField
          of={{ ...rent, value: String(rent.value), onChange: pence => rent.onChange(Number(pence)) } as Field<string>}
          label="Monthly rent"
          options={monthlyRents.map(pence => ({ value: String(pence), label: formatMoney(pence) }))}
        />
        <MoneyField
          of={form.field('depositAmount') as Field<number>}
          label="Deposit"
          hint="In steps of £50, paid once with the first month"
        />
      </Row>
      <Row>
        <DateField of={form.field('rentalStartDate')} label="First day" />
        <DateField of={form.field('rentalEndDate') as Field<string>} label="Last day" min={today} optional />
      </Row>
    </Form>
  )
}
