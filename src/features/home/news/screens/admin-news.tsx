import { ItemList } from '#features/home/sections/parts/item-list.tsx'
import { SectionEditor } from '#features/home/sections/parts/section-editor.tsx'
import { usePicture } from '#features/home/sections/parts/use-picture.ts'
import { ImageField } from '#features/house/images/parts/image-field.tsx'
import { isCalendarDate } from '#platform/dates.ts'
import { calendarDate } from '#platform/time.ts'
import { formatDate } from '#platform/words.ts'
import { DateField, SelectField, TextAreaField, TextField } from '#ui/form/fields.tsx'
import { Row } from '#ui/form/form.tsx'
import { type NewsItem, newsForm, newsSection, newsTypes, newsTypeWords } from '../inputs.ts'
import classes from '../parts/news.module.css'
import { NewsCard } from '../parts/news-card.tsx'
import { newestFirst } from '../rules.ts'

/** /admin/news: what is new in the house (CNT-13…15). */
export function AdminNews() {
  return (
    <SectionEditor
      kind={newsSection}
      schema={newsForm}
      asForm={content => ({ items: content as NewsItem[] })}
      asContent={({ items }) => items}
      lead="On the home page the latest three, and all of them under News. The newest come first by themselves."
      fields={form => (
        <ItemList
          of={form}
          name="items"
          noun="news item"
          newAt="start"
          label={({ title, date }) =>
            `${title || 'A new one'}${isCalendarDate(date) ? `, ${formatDate(date, { year: true })}` : ''}`
          }
          makeNew={makeNew}
          fields={(path, { id }) => (
            <>
              <TextField of={form.nested(`${path}.title`)} label="Title" maxLength={160} />
              <TextAreaField of={form.nested(`${path}.description`)} label="Description" maxLength={4000} />
              <Row>
                <SelectField
                  of={form.nested(`${path}.type`)}
                  label="About"
                  options={newsTypes.map(value => ({ value, label: newsTypeWords[value] }))}
                />
                <DateField of={form.nested(`${path}.date`)} label="Date" />
              </Row>
              <ImageField of={form.nested(`${path}.imageUrl`)} label="Picture" seed={id} bucket="homepage-images" />
            </>
          )}
        />
      )}
      preview={({ items }) => (
        <ul className={classes.grid}>
          {newestFirst(items).map(item => (
            <Shown key={item.id} item={item} />
          ))}
        </ul>
      )}
    />
  )
}

const makeNew = () => ({
  id: crypto.randomUUID(),
  title: '',
  description: '',
  type: 'event' as const,
  date: calendarDate(new Date()),
  imageUrl: '',
})

function Shown({ item }: { item: (typeof newsForm)['_zod']['input']['items'][number] }) {
  const picture = usePicture(item.imageUrl)
  return <NewsCard item={{ ...item, type: item.type ?? 'event', picture }} />
}
