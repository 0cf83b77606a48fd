import { useMediaQuery, useWindowEvent } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { formatMoney } from '#platform/words.ts'
import { keepFocus } from '#ui/focus.ts'
import { useEditForm } from '#ui/form/edit-form.ts'
import { Form } from '#ui/form/form.tsx'
import { SaveBar } from '#ui/form/save-bar.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { toast } from '#ui/toast.ts'
import { api, rpc } from '#web/client.ts'
import { type SettingField, type Settings, settingGroups, someSettings } from '../inputs.ts'
import { ReachFacts, reachWords } from '../parts/reach-facts.tsx'
import { hasWords, isSought, SettingIndex } from '../parts/setting-index.tsx'
import classes from '../parts/setting-input.module.css'
import { SettingInput } from '../parts/setting-input.tsx'

/** Everything that the venue may change about itself, saved together; every change is audited. */
export function VenueSettings() {
  const query = useQuery(api.venue.settings.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
  return (
    <Page
      title="Settings"
      chassis="desk"
      lead="Rules and pages read these from the moment you save them. The audit log keeps who changed what."
    >
      <Query of={query} failed="Failed to load settings">
        {settings => <SettingsForm settings={settings} />}
      </Query>
    </Page>
  )
}

function SettingsForm({ settings }: { settings: Settings }) {
  const own = useMemo(() => someSettings.strip().parse(settings), [settings])
  const form = useEditForm({
    schema: someSettings,
    present: own,
    words: wordsOf,
    submit: (edit, sending) => rpc.venue.changeSettings(edit, { context: sending }),
    onDone: () => {
      keepFocus()
      toast.success('Settings saved')
    },
  })
  const [q, setQ] = useState('')
  // What was changed or refused stays in sight, whatever is looked for.
  const isKept = ({ key }: SettingField) =>
    form.changes.some(({ name }) => name === key) || form.nested(key).error !== undefined
  const isReachSought = hasWords(reachWords, q)
  const groups = settingGroups
    .map(group => ({ ...group, fields: group.fields.filter(field => isSought(q, field, group) || isKept(field)) }))
    .filter(({ id, fields }) => fields.length > 0 || (id === 'house' && isReachSought))
  // A phone shows one part at a time, and besides what was refused.
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const [chosen, setChosen] = useState(() => location.hash.slice(1))
  useWindowEvent('hashchange', () => setChosen(location.hash.slice(1)))
  const only = isPhone && q.trim() === '' ? (groups.find(({ id }) => id === chosen) ?? groups[0])?.id : undefined
  const isRefused = ({ key }: SettingField) => form.nested(key).error !== undefined
  const inSight = groups.filter(({ id, fields }) => only === undefined || id === only || fields.some(isRefused))
  return (
    <SettingIndex groups={groups} only={only} onChoose={setChosen} q={q} onSearch={setQ}>
      <Form of={form} label="Settings" isLong actions={form.changes.length > 0 ? <SaveBar of={form} /> : null}>
        {inSight.map(group => (
          <Section key={group.id} title={group.title} lead={group.lead} id={group.id}>
            <div className={classes.settings}>
              {group.fields.map(setting => (
                <SettingInput key={setting.key} setting={setting} of={form.nested(setting.key)} />
              ))}
            </div>
            {group.id === 'house' && isReachSought ? <ReachFacts of={settings} /> : null}
          </Section>
        ))}
      </Form>
    </SettingIndex>
  )
}

/** A setting's value as people read it, where that is not the value itself. */
function wordsOf(key: string, value: unknown): string | undefined {
  const setting = settingGroups.flatMap(({ fields }) => fields).find(field => field.key === key)
  if (setting?.kind === 'money') return formatMoney(value as number)
  if (setting?.kind === 'choice') return setting.options.find(option => option.value === value)?.label
  return setting?.kind === 'count' ? `${value} ${setting.unit}` : undefined
}
