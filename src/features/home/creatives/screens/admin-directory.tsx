import { useQuery } from '@tanstack/react-query'
import { ItemList } from '#features/home/sections/parts/item-list.tsx'
import { SectionEditor } from '#features/home/sections/parts/section-editor.tsx'
import { usePicture } from '#features/home/sections/parts/use-picture.ts'
import { ImageField } from '#features/house/images/parts/image-field.tsx'
import { EmailField, SelectField, TextAreaField, TextField } from '#ui/form/fields.tsx'
import { type Field, Row } from '#ui/form/form.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { LoadingRows } from '#ui/plain/states.tsx'
import { api } from '#web/client.ts'
import { creativeIcons, directoryContent, directorySection } from '../inputs.ts'
import { CreativeCard } from '../parts/creative-card.tsx'
import classes from '../parts/creatives.module.css'
import { creativeId } from '../rules.ts'

type Written = (typeof directoryContent)['_zod']['input']['creatives'][number]

/** /admin/directory: the creatives of the house's choice (CNT-19…22). */
export function AdminDirectory() {
  const taken = useQuery(api.creatives.takenIds.queryOptions())
  return (
    <SectionEditor
      kind={directorySection}
      schema={directoryContent}
      lead="Your choice comes first in the directory of the home page; members who show their work follow by name."
      fields={form => (
        <>
          <TextField of={form.field('title')} label="Title" maxLength={120} />
          <TextField of={form.field('subtitle') as Field<string>} label="Subtitle" maxLength={300} optional />
          {/* An address is chosen among those that nobody has: first they are known. */}
          <Query of={taken} failed="Failed to load the addresses of creatives" loading={<LoadingRows rows={3} />}>
            {taken => (
              <ItemList
                of={form}
                name="creatives"
                noun="creative"
                newAt="end"
                canMove
                label={({ name, role }) => [name || 'A new one', role].filter(Boolean).join(', ')}
                makeNew={() => makeNew([...idsOf(taken), ...form.values.creatives.map(({ id }) => id)])}
                fields={(path, item, index) => (
                  <>
                    <NameField
                      of={form.nested(`${path}.name`)}
                      onName={name => {
                        // A new one takes its address from the name; one that visitors know keeps it.
                        if (taken.some(({ id, isEntry }) => isEntry && id === item.id)) return
                        const others = form.values.creatives.flatMap(({ id }, each) => (each === index ? [] : [id]))
                        form.set({
                          creatives: form.values.creatives.map((each, at) =>
                            at === index ? { ...each, name, id: creativeId(name, [...idsOf(taken), ...others]) } : each,
                          ),
                        })
                      }}
                      address={item.id}
                    />
                    <Row>
                      <TextField of={form.nested(`${path}.role`)} label="Role" maxLength={80} optional />
                      <TextField of={form.nested(`${path}.specialty`)} label="Specialty" maxLength={120} optional />
                    </Row>
                    <TextAreaField of={form.nested(`${path}.bio`)} label="About them" maxLength={2000} optional />
                    <TextField
                      of={form.nested(`${path}.portfolio`)}
                      label="Portfolio"
                      hint="https://…"
                      type="url"
                      optional
                    />
                    <EmailField of={form.nested(`${path}.email`)} label="Email" optional />
                    <ImageField
                      of={form.nested(`${path}.imageUrl`)}
                      label="Picture"
                      seed={item.id}
                      bucket="admin-uploads"
                      isSmall
                    />
                    <SelectField
                      of={form.nested(`${path}.icon`)}
                      label="Icon"
                      hint="Drawn while there is no picture"
                      options={creativeIcons}
                    />
                  </>
                )}
              />
            )}
          </Query>
        </>
      )}
      preview={({ title, subtitle, creatives }) => (
        <Section title={title} lead={subtitle}>
          <ul className={classes.grid}>
            {creatives.map(each => (
              <Shown key={each.id} of={each} />
            ))}
          </ul>
        </Section>
      )}
    />
  )
}

const idsOf = (taken: readonly { id: string }[]) => taken.map(({ id }) => id)

const makeNew = (taken: string[]): Written => ({
  id: creativeId('', taken),
  name: '',
  role: '',
  specialty: '',
  icon: 'Star',
  bio: '',
  portfolio: '',
  email: '',
  imageUrl: '',
})

function NameField(props: { of: Field<string>; onName: (name: string) => void; address: string }) {
  const { of, onName, address } = props
  const onChange = (name: string) => {
    of.onChange(name)
    onName(name)
  }
  return <TextField of={{ ...of, onChange }} label="Name" hint={`Address: /creative/${address}`} maxLength={100} />
}

function Shown({ of }: { of: Written }) {
  const picture = usePicture(of.imageUrl)
  const { id, name, role = '', specialty = '', icon = 'Star' } = of
  return <CreativeCard creative={{ id, name: name || 'A new one', role, specialty, icon, isOpen: false, picture }} />
}
