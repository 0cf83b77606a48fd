import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { SchemaForm } from '#ui/form/form.tsx'
import { useInAddress } from '#ui/in-address.ts'
import { Page } from '#ui/plain/page.tsx'
import { Query } from '#ui/plain/query.tsx'
import { api } from '#web/client.ts'
import { messages, type SectionKind } from '../inputs.ts'
import { SectionForm } from './section-form.tsx'
import { SectionHistory } from './section-history.tsx'
import { ViewLink } from './view-link.tsx'

/** What a noun says of the section that it lets the office edit. */
export interface SectionEditorProps<S extends z.ZodType<unknown, object>> {
  kind: SectionKind
  /** the rules of the form: those of the section, unless `asForm` makes another thing of what is kept */
  schema: S
  /** what is kept as the form has it, and back; as it is unless told */
  asForm?: (content: unknown) => z.input<S>
  asContent?: (values: z.input<S>) => unknown
  /** where visitors find it, in words: “At the top of the first page.” */
  lead: string
  fields: (form: SchemaForm<z.input<S>>) => ReactNode
  /** drawn by the very piece that visitors get; also of what the rules would still refuse */
  preview: (values: z.input<S>) => ReactNode
  /** the specified words for a failure, where they differ */
  failed?: { load: string; save: string }
}

/**
 * The editor of a section: its fields on the left, on the right what visitors will see, as it is typed. It is kept as a draft,
 * published or given a time for it, and every save stays under History, from which it can be brought back.
 */
export function SectionEditor<S extends z.ZodType<unknown, object>>(props: SectionEditorProps<S>) {
  const { kind, failed = messages } = props
  const { value: view } = useInAddress('view')
  const query = useQuery(
    api.content.section.queryOptions({ input: { section: kind.key }, staleTime: Number.POSITIVE_INFINITY }),
  )
  if (view === 'history') return <SectionHistory {...props} />
  if (query.data) return <SectionForm {...props} section={query.data} />
  return (
    <Page title={kind.name} chassis="desk" lead={props.lead} actions={<ViewLink to="history">History</ViewLink>}>
      <Query of={query} failed={failed.load}>
        {() => null}
      </Query>
    </Page>
  )
}
