import { Accordion, Button, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
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
  const now = useRef(items)
  now.current = items
  // By its place: what it is called may follow from what is typed.
  const [open, setOpen] = useState<number | null>(null)
  // Where the next key press goes once the list is drawn again: what had the focus may have gone.
  const root = useRef<HTMLDivElement>(null)
  const awaited = useRef<readonly string[]>([])
  useEffect(() => {
    for (const selector of awaited.current) {
      const found = root.current?.querySelector<HTMLElement>(selector)
      if (!found) continue
      awaited.current = []
      return found.focus()
    }
  })
  const set = (next: I[]) => form.set({ [name]: next } as unknown as Partial<{ [Key in Name]: I[] }>)

  // What is refused is opened, so that it is read and can be put right.
  const refused = Object.keys(form.inner.errors).find(path => path.startsWith(`${name}.`))
  const refusedAt = refused === undefined ? null : Number(refused.split('.')[1])
  useEffect(() => {
    if (refusedAt !== null) setOpen(refusedAt)
  }, [refusedAt])

  const add = () => {
    const item = makeNew()
    set(newAt === 'start' ? [item, ...items] : [...items, item])
    const at = newAt === 'start' ? 0 : items.length
    setOpen(at)
    awaited.current = [`[data-item="${at}"] :is(input, textarea, select)`]
  }
  const remove = (index: number) => {
    const gone = items[index]!
    set(items.filter((_, each) => each !== index))
    setOpen(null)
    // To the one that stands there now, to the last, or to adding another.
    awaited.current = [index, index - 1].map(at => `[data-item="${at}"] [data-accordion-control]`).concat('[data-adds]')
    toast.info(`One ${noun} less`, 'It is gone once you save.', {
      // What was typed since stays.
      undo: () => set(now.current.toSpliced(index, 0, gone)),
    })
  }
  const move = (index: number, by: number) => {
    const next = [...items]
    const [moved] = next.splice(index, 1)
    next.splice(index + by, 0, moved!)
    set(next)
    setOpen(index + by)
    const ways = by < 0 ? ['up', 'down'] : ['down', 'up']
    awaited.current = ways.map(way => `[data-item="${index + by}"] [data-way="${way}"]:not(:disabled)`)
  }
  return (
    <div ref={root}>
      <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={add} mb="md" data-adds>
        Add a {noun}
      </Button>
      <Accordion
        value={open === null ? null : String(open)}
        onChange={next => setOpen(next === null ? null : Number(next))}
        variant="separated"
      >
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: their place is what they are known by while they are typed
          <Accordion.Item key={index} value={String(index)} data-item={index}>
            <Accordion.Control>{label(item)}</Accordion.Control>
            <Accordion.Panel>
              {open === index ? (
                <Stack gap="md">
                  {fields(`${name}.${index}`, item, index)}
                  <Button.Group>
                    {canMove ? (
                      <>
                        <Button variant="default" data-way="up" disabled={index === 0} onClick={() => move(index, -1)}>
                          Up
                        </Button>
                        <Button
                          variant="default"
                          data-way="down"
                          disabled={index === items.length - 1}
                          onClick={() => move(index, 1)}
                        >
                          Down
                        </Button>
                      </>
                    ) : null}
                    <Button variant="default" color="red" onClick={() => remove(index)}>
                      Remove this {noun}
                    </Button>
                  </Button.Group>
                </Stack>
              ) : null}
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </div>
  )
}
