import { Button } from '@mantine/core'
import { useState } from 'react'
import { useEditForm } from '#ui/form/edit-form.ts'
import { TextField } from '#ui/form/fields.tsx'
import { FileDrop, type UploadedFile } from '#ui/form/file-drop.tsx'
import { type Field, Form, type SchemaForm, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { AnchorLink } from '#ui/link.tsx'
import { Picture } from '#ui/plain/picture.tsx'
import { toast } from '#ui/toast.ts'
import type { rpc } from '#web/client.ts'
import { longestAlt, longestPost, longestTitle, messages, pictureUpload, postForm } from '../inputs.ts'
import { MentionField } from './mention-field.tsx'
import type { Post } from './post-card.tsx'
import classes from './posts.module.css'

type Draft = Pick<Post, 'id' | 'title' | 'content' | 'picture' | 'imageAlt' | 'mentions'>

type Write = { post?: never; write: typeof rpc.community.write } | { post: Draft; write: typeof rpc.community.edit }

interface Ends {
  /** said once it is saved */
  done: string
  onDone: () => void
  onLeave: () => void
}

/** Writes a post, or changes one: title, text with mentions, and a picture whose words are asked for (CNT-39). */
export const PostForm = (props: Write & Ends) => (props.post ? <Changing {...props} /> : <Writing {...props} />)

/** Whose session is over is told so (CNT-40); of everything else the form says more. */
const sayWhy = (error: unknown) =>
  toast.error((error as { code?: string } | null)?.code === 'UNAUTHORIZED' ? messages.signInToSave : messages.save)

type Values = (typeof postForm)['_zod']['input']

function Writing({ write, done, onDone, onLeave }: Extract<Write, { post?: never }> & Ends) {
  const form = useSchemaForm({
    schema: postForm,
    initial: { title: '', content: '', fileId: '', alt: '', mentions: [] as string[], isPictureKept: true } as Values,
    keep: 'community-post:new',
    notKept: ['fileId', 'isPictureKept'],
    submit: ({ isPictureKept: _, ...values }, { idempotencyKey }) => write(values, { context: { idempotencyKey } }),
    onDone: () => {
      toast.success(done)
      onDone()
    },
    onFailed: sayWhy,
  })
  return <Fields form={form} onLeave={onLeave} />
}

/** Of what somebody else has changed since it was opened, saving says so and writes over nothing. */
function Changing({ post, write, done, onDone, onLeave }: Extract<Write, { post: Draft }> & Ends) {
  const form = useEditForm({
    schema: postForm,
    present: {
      title: post.title,
      content: post.content,
      fileId: '',
      alt: post.imageAlt,
      mentions: post.mentions.flatMap(({ userId }) => (userId ? [userId] : [])),
      isPictureKept: true,
    } as Values,
    submit: (edit, sending) => write({ id: post.id, ...edit }, { context: sending }),
    onDone: () => {
      toast.success(done)
      onDone()
    },
    onFailed: sayWhy,
  })
  return <Fields form={form} post={post} onLeave={onLeave} />
}

function Fields({ form, post, onLeave }: { form: SchemaForm<Values>; post?: Draft; onLeave: () => void }) {
  const [files, setFiles] = useState<UploadedFile[]>([])
  const shows = post?.picture && (form.values.isPictureKept ?? true) && files.length === 0 ? post.picture : null
  return (
    <Form
      of={form}
      label={post ? 'Your post' : 'New post'}
      failed={messages.save}
      isLong
      actions={
        <>
          <Submit of={form} busy="Saving…">
            {post ? 'Save changes' : 'Publish'}
          </Submit>
          <Button variant="subtle" onClick={onLeave}>
            {post ? 'Leave it as it was' : 'Not now'}
          </Button>
        </>
      }
    >
      <TextField of={form.field('title')} label="Title" maxLength={longestTitle} />
      <MentionField
        of={form.field('content')}
        mentions={form.values.mentions ?? []}
        onMentions={mentions => form.set({ mentions })}
        label="Text"
        hint="Type @ to mention a member."
        maxLength={longestPost}
        minRows={5}
      />
      {shows ? (
        <div className={classes.kept}>
          <Picture of={shows} seed={post!.id} alt={post!.imageAlt} sizes="16rem" ratio="card" />
          <Button variant="subtle" onClick={() => form.set({ isPictureKept: false, alt: '' })}>
            Remove picture
          </Button>
        </div>
      ) : null}
      <FileDrop
        label={shows ? 'Another picture (optional)' : 'Picture (optional)'}
        hint="JPG, PNG or WebP, up to 5 MB. Everybody who reads the community sees it."
        {...pictureUpload}
        kinds="a JPG, PNG or WebP picture"
        value={files}
        onChange={next => {
          setFiles(next)
          form.set({ fileId: next[0]?.id ?? '' })
        }}
        error={form.field('fileId').error}
        data-path="fileId"
      />
      {files.length > 0 || shows ? (
        <TextField
          of={form.field('alt') as Field<string>}
          label="What is to be seen on it"
          hint="Read to people who do not see it."
          maxLength={longestAlt}
        />
      ) : null}
      <p className={classes.rules}>
        The <AnchorLink to="/code-of-conduct">code of conduct</AnchorLink> holds here as it does in the house.
      </p>
    </Form>
  )
}
