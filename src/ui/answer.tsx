import { type ComponentProps, useEffect } from 'react'
import { toast } from './toast.ts'

/**
 * The part of a page that says itself what a message over it would say, in the words of `to`: the message gives way, as soon as
 * this is there, and is only read out.
 */
export function Answer({ to, ...rest }: { to: string | null } & ComponentProps<'div'>) {
  useEffect(() => {
    if (to) toast.giveWay(to)
  }, [to])
  return <div role="status" data-answers={to ?? undefined} {...rest} />
}
