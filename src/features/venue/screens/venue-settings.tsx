import { useQuery } from '@tanstack/react-query'
import { Form, Submit, useSchemaForm } from '#ui/form.tsx'
import { Page } from '#ui/page.tsx'
import { Query } from '#ui/query.tsx'
import { Section } from '#ui/section.tsx'
import { toast } from '#ui/toast.tsx'
import { api, rpc } from '#web/client.ts'
import { type Settings, settingsChange } from '../inputs.ts'
import { SettingInput } from '../parts/setting-input.tsx'
import { type SettingGroup, settingGroups } from '../rules.ts'

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
  const initial = Object.fromEntries(group.fields.map(({ key }) => [key, settings[key]])) as Partial<Settings>
  const form = useSchemaForm({
    schema: settingsChange,
    initial,
    submit: (values, { idempotencyKey }) => rpc.venue.changeSettings(values, { context: { idempotencyKey } }),
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
