import type { ComponentProps } from 'react'
import { nameOf } from '#platform/words.ts'
import { Face } from '#ui/plain/face.tsx'
import type { HeadPerson } from '#web/session/session.tsx'
import classes from './member.module.css'

/** What opens the account menu: the person's face and first name. */
export function AccountButton({ me, ...rest }: { me: HeadPerson } & ComponentProps<'button'>) {
  const name = shownName(me)
  return (
    <button {...rest} type="button" className={classes.account} aria-label={`Account menu of ${name}`}>
      <Face id={me.userId} size="medium" />
      <span className={classes.name}>{me.firstName || name}</span>
    </button>
  )
}

/** The person's name, or the email address while there is none. */
export const shownName = (me: HeadPerson) => nameOf(me) || me.email
