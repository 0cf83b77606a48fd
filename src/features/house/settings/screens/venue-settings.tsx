import { useQuery } from '@tanstack/react-query'
import { formatMoney } from '#platform/words.ts'
import { useEditForm } from '#ui/form/edit-form.ts'
import { Form, Submit } from '#ui/form/form.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { toast } from '#ui/toast.tsx'
import { api, rpc } from '#web/client.ts'
import { type SettingGroup, type Settings, settingGroups, someSettings } from '../inputs.ts'
import { SettingInput } from '../parts/setting-input.tsx'

/** Everything that the venue may change about itself. Each group is saved on its own; every change is audited. */
export function VenueSettings() {
  const query = useQuery(api.venue.settings.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
  return (
    <Page
      title="Settings"
      kicker="House"
      lead="Numbers and texts that rules and pages read from here, from the moment you save them. The audit log keeps who changed what."
    >
      <Query of={query} failed="Failed to load settings">
        {settings => settingGroups.map(group => <Group key={group.id} group={group} settings={settings} />)}
      </Query>
    </Page>
  )
}

function Group({ group, settings }: { group: SettingGroup; settings: Settings }) {
  const present = Object.fromEntries(group.fields.map(({ key }) => [key, settings[key]])) as Partial<Settings>
  const form = useEditForm({
    schema: someSettings,
    present,
    words: (name, value) => wordsOf(group, name, value),
    submit: (edit, sending) => rpc.venue.changeSettings(edit, { context: sending }),
    onDone: () => toast.success('Settings saved', group.title),
  })
  return (
    <Section title={group.title} lead={group.lead} id={group.id} aside>
      <Form
        of={form}
        label={group.title}
        actions={
          <Submit of={form} busy="Saving…">
            Save
          </Submit>
        }
      >
        {group.fields.map(setting => (
          <SettingInput key={setting.key} setting={setting} of={form.nested(setting.key)} />
        ))}
      </Form>
    </Section>
  )
}

/** A setting's value as people read it, where that is not the value itself. */
function wordsOf({ fields }: SettingGroup, key: string, value: unknown): string | undefined {
  const setting = fields.find(field => field.key === key)
  if (setting?.kind === 'money') return formatMoney(value as number)
  if (setting?.kind === 'choice') return setting.options.find(option => option.value === value)?.label
  return setting?.kind === 'count' ? `${value} ${setting.unit}` : undefined
}
