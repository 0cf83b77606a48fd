import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { SectionEditor } from '#features/home/sections/parts/section-editor.tsx'
import { usePicture } from '#features/home/sections/parts/use-picture.ts'
import { ImageField } from '#features/house/images/parts/image-field.tsx'
import { TextAreaField, TextField } from '#ui/form/fields.tsx'
import { type Field, Row } from '#ui/form/form.tsx'
import { api } from '#web/client.ts'
import { heroContent, heroSection } from '../inputs.ts'
import type { Landing } from '../model.ts'
import type { LinkPiece } from '../parts/landing-page.tsx'
import { HeroOfPage } from './landing.tsx'

/** /admin/hero: what visitors see first (CNT-04…09). */
export function Hero() {
  return (
    <SectionEditor
      kind={heroSection}
      schema={heroContent}
      lead="The first words and the picture of the first page."
      fields={form => (
        <>
          <TextField of={form.field('title')} label="Title" maxLength={200} />
          <TextAreaField of={form.field('subtitle')} label="Subtitle" maxLength={500} />
          <Row>
            <TextField of={form.field('buttonText')} label="Button text" maxLength={50} />
            <TextField
              of={form.field('buttonLink')}
              label="Button link"
              hint="A page such as /membership, or https://…"
            />
          </Row>
          <HeroPicture of={form.field('imageUrl') as Field<string>} />
        </>
      )}
      preview={values => <Preview of={values} />}
    />
  )
}

/** While the office has chosen none, the first page shows the one that the house brings along. */
const usualOf = ({ hero }: Landing) => (hero.imageUrl === '' ? hero.picture : null)

function HeroPicture({ of }: { of: Field<string> }) {
  const landing = useQuery(api.content.landing.queryOptions())
  const usual = landing.data ? usualOf(landing.data) : null
  return <ImageField of={of} label="Picture" seed="hero" bucket="homepage-images" usual={usual} />
}

function Preview({ of: values }: { of: z.input<typeof heroContent> }) {
  const landing = useQuery(api.content.landing.queryOptions())
  const chosen = usePicture(values.imageUrl)
  if (!landing.data) return null
  const { buttonText = '', buttonLink = '/', imageUrl = '' } = values
  const picture = chosen ?? usualOf(landing.data)
  return (
    <HeroOfPage
      of={{ ...landing.data, hero: { ...values, buttonText, buttonLink, imageUrl, picture } }}
      Link={PlainLink}
    />
  )
}

const PlainLink: LinkPiece = ({ to, children, ...rest }) => (
  <a href={to} {...rest}>
    {children}
  </a>
)
