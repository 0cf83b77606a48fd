import { useQuery } from '@tanstack/react-query'
import { pictureAt } from '#features/home/pages/rules.ts'
import { PictureField } from '#features/home/sections/parts/picture-field.tsx'
import { SectionEditor } from '#features/home/sections/parts/section-editor.tsx'
import { TextAreaField, TextField } from '#ui/form/fields.tsx'
import { Row } from '#ui/form/form.tsx'
import { api } from '#web/client.ts'
import { heroContent, heroSection } from '../inputs.ts'
import { LandingHero } from '../parts/landing-hero.tsx'
import type { LinkPiece } from '../parts/landing-page.tsx'
import classes from './landing.module.css'

/** /admin/hero: what visitors see first (CNT-04…09). */
export function Hero() {
  const landing = useQuery(api.content.landing.queryOptions())
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
          <PictureField
            hint="Without one the house’s own poster stands there."
            url={form.field('imageUrl')}
            alt={form.field('imageAlt')}
            focus={form.field('imageFocus')}
          />
        </>
      )}
      preview={(values, pictures) => {
        if (!landing.data) return null
        const { buttonText = '', buttonLink = '/', imageUrl = '', imageAlt = '', imageFocus = [50, 50] } = values
        const { hero: now } = landing.data
        const own = now.imageUrl === '' ? now.picture : null
        const picture = pictureAt(pictures, { imageUrl, imageAlt, imageFocus }) ?? own
        const hero = { ...values, buttonText, buttonLink, imageUrl, imageAlt, imageFocus, picture }
        return (
          <div className={classes.page}>
            <div className="landing">
              <LandingHero of={{ ...landing.data, hero }} Link={PlainLink} />
            </div>
          </div>
        )
      }}
    />
  )
}

const PlainLink: LinkPiece = ({ to, children, ...rest }) => (
  <a href={to} {...rest}>
    {children}
  </a>
)
