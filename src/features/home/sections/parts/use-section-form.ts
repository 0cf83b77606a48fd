import { useEffect, useMemo, useRef } from 'react'
import type { z } from 'zod'
import { isSame } from '#platform/edit.ts'
import { useAction, useQuietWrite } from '#ui/action.ts'
import { useSchemaForm } from '#ui/form/form.tsx'
import { toast } from '#ui/toast.ts'
import { rpc } from '#web/client.ts'
import { messages, type Saving, type sectionSave } from '../inputs.ts'
import type { SectionEditorProps } from './section-editor.tsx'

export type SectionInHand = Awaited<ReturnType<typeof rpc.content.section>>

type Save = z.input<typeof sectionSave>

interface Time {
  publishOn?: string
  publishTime?: string
}

/**
 * The form of a section that others may edit at the same time. What nobody typed into follows what is there; what was typed
 * stays, and saving it over somebody else's version takes having been told.
 */
export function useSectionForm<S extends z.ZodType<unknown, object>>(
  props: SectionEditorProps<S> & { section: SectionInHand },
) {
  const { kind, schema, section, failed = messages, asForm, asContent } = props
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the same content the same values
  const present = useMemo(
    () => (asForm ? asForm(section.content) : (section.content as z.input<S>)),
    [JSON.stringify(section.content)],
  )
  const basedOn = useRef(section.version)
  const known = useRef(present)
  const wish = useRef<Saving>('draft')
  const keys = useRef(new Map<string, string>())

  // Two forms send by it, that of the section and that of its time.
  const send = useQuietWrite(({ input, idempotencyKey }: { input: Save; idempotencyKey: string }) =>
    rpc.content.saveSection(input, { context: { idempotencyKey } }),
  )
  const save = async (typed: z.input<S>, saving: Saving, time: Time = {}) => {
    const content = asContent ? asContent(typed) : typed
    const input = { section: kind.key, content, basedOn: basedOn.current, saving, ...time }
    // The same wish again is the same attempt; another way of saving the same words is another.
    const wished = JSON.stringify(input)
    const idempotencyKey = keys.current.get(wished) ?? crypto.randomUUID()
    keys.current.set(wished, idempotencyKey)
    try {
      const saved = await send({ input, idempotencyKey })
      keys.current.delete(wished)
      basedOn.current = saved.version
      known.current = typed
      return saved
    } catch (error) {
      const { code, data } = error as { code?: string; data?: { is?: unknown } }
      // Whoever has read that somebody else saved may save over it.
      if (code === 'CHANGED_MEANWHILE' && typeof data?.is === 'number') basedOn.current = data.is
      throw error
    }
  }
  const undo = useAction(rpc.content.bringBackVersion, {
    atOnce: 'it takes back what was just done',
    done: 'Undone',
    failed: 'This could not be undone',
  })
  const takeOff = useAction(
    (_: null, sending) => rpc.content.takeOffSection({ section: kind.key, basedOn: basedOn.current }, sending),
    {
      onDone: ({ version }) => {
        basedOn.current = version
      },
      undo: ({ version, former }) =>
        former === null
          ? null
          : sending => rpc.content.bringBackVersion({ section: kind.key, version: former, basedOn: version }, sending),
      done: { title: `${kind.name} taken off the page`, message: 'Nobody sees it any more. It stays under History.' },
      failed: 'This was not taken off the page',
    },
  )
  const form = useSchemaForm({
    schema,
    initial: present,
    isUnsaved: typed => !isSame(typed, known.current),
    submit: (_, __, typed) => save(typed, wish.current),
    onDone: ({ saving, version, former }) => {
      if (saving === 'draft') return toast.success('Draft saved', 'Visitors do not see it yet.')
      const again = { section: kind.key, version: former ?? 1, basedOn: version }
      toast.success(`${kind.name} saved`, 'Visitors see it from now on.', { undo: () => void undo.run(again) })
    },
    onFailed: () => toast.error(failed.save),
  })
  const values = () => form.inner.getValues() as z.input<S>
  const isDirty = () => !isSame(values(), known.current)
  const follow = () => {
    basedOn.current = section.version
    known.current = present
    if (!isSame(values(), present)) form.inner.setValues(present as Partial<z.input<S>>)
    form.settle(present)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: followed when what the server says has changed
  useEffect(() => {
    if (!isDirty() || isSame(values(), present)) follow()
  }, [section.version, present])

  /** Says the first rule that is broken (CNT-09), each beside its field as well. */
  const isRight = () => {
    const refused = schema.safeParse(values()).error?.issues[0]
    if (refused) toast.error(messages.invalid, refused.message)
    return !refused
  }
  return {
    form,
    /** saves what is typed, as a draft or for visitors */
    press(saving: Exclude<Saving, 'schedule'>) {
      wish.current = saving
      isRight()
      form.onSubmit()
    },
    /** whether it may be given a time; what is wrong is said */
    mayWait() {
      if (isRight()) return true
      form.onSubmit()
      return false
    },
    saveFor: (time: Required<Time>) => save(values(), 'schedule', time),
    busy: (saving: Saving) => form.isSubmitting && wish.current === saving,
    isChanged: isDirty(),
    /** somebody saved since what is in hand was read */
    isBehind: isDirty() && section.version > basedOn.current,
    takeTheirs: follow,
    takeOff,
  }
}
