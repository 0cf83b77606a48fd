import { Fragment } from 'react'

/** An address that one can write to. */
export const Email = ({ of }: { of: string }) => (
  <a href={`mailto:${of}`}>
    <Address of={of} />
  </a>
)

/** An address; where it must be broken, it breaks before its `@` and its dots. */
export const Address = ({ of }: { of: string }) =>
  of.split(/(?=[@.])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
    <Fragment key={index}>
      {index > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ))
