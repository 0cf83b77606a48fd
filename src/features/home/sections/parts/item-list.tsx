import { Accordion, Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { SchemaForm } from '#ui/form/form.tsx'
import { toast } from '#ui/toast.ts'

interface Item {
  id: string
}

/**
 * The things of a section that is a list, folded: one is opened, changed, moved or removed at a time. Nothing of it is kept before
 * the section is saved. `of` is the form, `name` the field that has them.
 */
export function ItemList<Name extends string, I extends Item>(props: {
  of: SchemaForm<{ [Key in Name]: I[] }>
  name: Name
  /** what one is called: “news item” */
  noun: string
  /** what stands on a folded one */
  label: (item: I) => ReactNode
  makeNew: () => I
  /** where a new one is put */
  newAt: 'start' | 'end'
  /** whether their order is the editor's, or follows from what they say */
  canMove?: boolean
  /** the fields of the one at this path, such as `items.0` */
  fields: (path: string, item: I, index: number) => ReactNode
}) {
  const { of: form, name, noun, label, makeNew, newAt, canMove = false, fields } = props
  const items = (form.values as Record<Name, I[]>)[name]
  const [open, setOpen] = useState<string | null>(null)
  const set = (next: I[]) => form.set({ [name]: next } as unknown as Partial<{ [Key in Name]: I[] }>)

  // What is refused is opened, so that it is read and can be put right.
  const refused = Object.keys(form.inner.errors).find(path => path.startsWith(`${name}.`))
  const refusedId = refused && items[Number(refused.split('.')[1])]?.id
  useEffect(() => {
    if (refusedId) setOpen(refusedId)
  }, [refusedId])

  const add = () => {
    const item = makeNew()
    set(newAt === 'start' ? [item, ...items] : [...items, item])
    setOpen(item.id)
  }
  const remove = (item: I) => {
    const former = items
    set(items.filter(each => each.id !== item.id))
    toast.info(`One ${noun} less`, 'It is gone once you save.', {
      action: { label: 'Undo', run: () => set(former) },
    })
  }
  const move = (index: number, by: number) => {
    const next = [...items]
    const [moved] = next.splice(index, 1)
    next.splice(index + by, 0, moved!)
    set(next)
  }
  return (
    <div>
      <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={add} mb="md">
        Add a {noun}
      </Button>
      <Accordion value={open} onChange={setOpen} variant="separated">
        {items.map((item, index) => (
          <Accordion.Item key={item.id} value={item.id}>
            <Accordion.Control>{label(item)}</Accordion.Control>
            <Accordion.Panel>
              {open === item.id ? (
                <>
                  {fields(`${name}.${index}`, item, index)}
                  <Button.Group mt="md">
                    {canMove ? (
                      <>
                        <Button variant="default" disabled={index === 0} onClick={() => move(index, -1)}>
                          Up
                        </Button>
                        <Button variant="default" disabled={index === items.length - 1} onClick={() => move(index, 1)}>
                          Down
                        </Button>
                      </>
                    ) : null}
                    <Button variant="default" color="red" onClick={() => remove(item)}>
                      Remove this {noun}
                    </Button>
                  </Button.Group>
                </>
              ) : null}
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </div>
  )
}
