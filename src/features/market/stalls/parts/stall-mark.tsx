import {
  IconArmchair,
  IconBook,
  IconBowl,
  IconPalette,
  IconShirt,
  IconTag,
  IconToolsKitchen2,
} from '@tabler/icons-react'
import { type StallType, stallTypes, stallTypeWords } from '../inputs.ts'
import classes from './stall-mark.module.css'

const icons = {
  art: IconPalette,
  craft: IconBowl,
  fashion: IconShirt,
  food: IconToolsKitchen2,
  books: IconBook,
  vintage: IconArmchair,
  other: IconTag,
} as const

/** What a stall sells, by mark and colour: colour never says it alone. Its words stand beside it, or in the legend. */
export function StallMark({ type }: { type: StallType }) {
  const Icon = icons[type]
  return (
    <span className={classes.mark} data-sells={type} aria-hidden>
      <Icon size={14} stroke={2} />
    </span>
  )
}

/** What the marks on a plan mean. */
export function StallLegend() {
  return (
    <ul className={classes.legend} aria-label="What the marks mean">
      {stallTypes.map(type => (
        <li key={type}>
          <StallMark type={type} />
          {stallTypeWords[type]}
        </li>
      ))}
      <li>
        <span className={classes.free} aria-hidden />
        Free
      </li>
    </ul>
  )
}
