import { Link } from '@tanstack/react-router'
import { When } from '#ui/plain/dates.tsx'
import { Picture, type PictureFiles } from '#ui/plain/picture.tsx'
import { Tag } from '#ui/plain/status.tsx'
import { type NewsType, newsTypeWords } from '../inputs.ts'
import classes from './news.module.css'

export interface ListedNews {
  id: string
  title: string
  description: string
  type: NewsType
  date: string
  picture: PictureFiles | null
}

/** A news item in a list; leads to all of it. */
export const NewsCard = ({ item, level: Heading = 'h3' }: { item: ListedNews; level?: 'h2' | 'h3' }) => (
  <li>
    <Link to="/news/$id" params={{ id: item.id }} className={classes.card}>
      <Picture
        of={item.picture}
        seed={item.id}
        alt=""
        sizes="(min-width: 62em) 22rem, 100vw"
        className={classes.picture}
      />
      <p className={classes.when}>
        {item.date ? <When at={item.date} year /> : null} <Tag>{newsTypeWords[item.type]}</Tag>
      </p>
      <Heading className={classes.title}>{item.title}</Heading>
      <p className={classes.words}>{item.description}</p>
    </Link>
  </li>
)
