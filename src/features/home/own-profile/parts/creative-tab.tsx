import { useQuery } from '@tanstack/react-query'
import {
  messages,
  mostLinks,
  profileFields,
  type Visibility,
  visibilities,
  visibilityWords,
} from '#features/home/creatives/inputs.ts'
import { CreativeBody } from '#features/home/creatives/parts/creative-body.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { useEditForm } from '#ui/form/edit-form.ts'
import { CheckField, ChoiceField, TextAreaField, TextField } from '#ui/form/fields.tsx'
import { type Field, Form, Submit } from '#ui/form/form.tsx'
import { ListField } from '#ui/form/list-field.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { toast } from '#ui/toast.ts'
import { api, rpc } from '#web/client.ts'
import classes from './creative-tab.module.css'
import { OwnPicture } from './own-picture.tsx'
import { OwnWorks } from './own-works.tsx'

type Mine = Awaited<ReturnType<typeof rpc.creatives.mine>>

/** /account?tab=creative: one's own profile for the directory, and beside it what others see. */
export function CreativeTab() {
  const query = useQuery(api.creatives.mine.queryOptions())
  return (
    <Query of={query} failed="Failed to load your profile">
      {mine =>
        mine.can.save ? (
          <Editing mine={mine} />
        ) : (
          <Empty
            what="This is for approved members"
            why="As soon as you are one, you can show here what you do and what you make."
          />
        )
      }
    </Query>
  )
}

function Editing({ mine }: { mine: Mine }) {
  const { fields, name, email, slug, picture, works } = mine
  const { role, specialty, bio, portfolioLinks, showsEmail, isOpen, visibility } = fields
  const form = useEditForm({
    schema: profileFields,
    present: { role, specialty, bio, portfolioLinks, showsEmail, isOpen, visibility },
    submit: (edit, sending) => rpc.creatives.save(edit, { context: sending }),
    onDone: () => toast.success('Creative profile saved'),
    onFailed: () => toast.error(messages.saveFailed),
  })
  const { values } = form
  const links = values.portfolioLinks ?? []
  const address = slug && visibility !== 'nobody' ? `${window.location.origin}/creative/${slug}` : null
  return (
    <div className={classes.both}>
      <div>
        <OwnPicture has={picture !== null} />
        <Form
          of={form}
          label="Creative profile"
          actions={
            <Submit of={form} busy="Saving…">
              Save profile
            </Submit>
          }
        >
          <ChoiceField
            of={form.field('visibility') as Field<string>}
            label="Who may see it"
            options={visibilities.map(value => ({ value, label: visibilityWords[value], hint: hints[value] }))}
          />
          <TextField of={form.field('role')} label="What you do" hint="Such as Printmaker" maxLength={80} optional />
          <TextField
            of={form.field('specialty')}
            label="Your specialty"
            hint="Such as linocut and letterpress"
            maxLength={120}
            optional
          />
          <TextAreaField of={form.field('bio')} label="About you and your work" maxLength={2000} optional />
          <ListField
            legend="Your work elsewhere"
            item="Link"
            lines={links}
            of={index => form.nested(`portfolioLinks.${index}`)}
            onAdd={() => links.length < mostLinks && form.set({ portfolioLinks: [...links, ''] })}
            onRemove={index => form.set({ portfolioLinks: links.filter((_, each) => each !== index) })}
            maxLength={300}
          />
          <CheckField of={form.field('showsEmail')} label="Show my email address" hint={email} />
          <CheckField
            of={form.field('isOpen')}
            label="Open to collaborate"
            hint="Others find you when they look for somebody to work with. It needs a link, or your email address, to reach you by."
          />
        </Form>
        <div className={classes.own}>
          <OwnWorks works={works} can={mine.can} />
        </div>
      </div>
      <Section
        title="What others see"
        lead={
          address
            ? `${visibilityWords[visibility]} ${visibility === 'everyone' ? '' : 'who are signed in '}can read it.`
            : 'Nobody but you sees it yet.'
        }
        actions={address ? <CopyButton value={address} label="Copy link" /> : undefined}
      >
        {mine.isFormerName ? (
          <p>
            Its address is of the name that you had. Saving gives it one of your present name; links to the former one
            go on leading to you.
          </p>
        ) : null}
        <div className={classes.preview}>
          <CreativeBody
            heading="h2"
            creative={{
              id: slug ?? 'you',
              name,
              icon: null,
              role: values.role ?? '',
              specialty: values.specialty ?? '',
              bio: values.bio ?? '',
              links: links.filter(link => link.trim() !== ''),
              email: values.showsEmail ? email : null,
              isOpen: values.isOpen ?? false,
              picture,
              works,
            }}
          />
        </div>
      </Section>
    </div>
  )
}

const hints: Record<Visibility, string> = {
  nobody: 'You can write it in peace first.',
  members: 'They find you in the directory.',
  everyone: 'Also search engines, and whoever has the link.',
}
