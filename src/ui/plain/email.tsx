import { Fragment } from 'react'

/** An address that one can write to; where it must be broken, it breaks before its `@` and its dots. */
export function Email({ of }: { of: string }) {
  const parts = of.split(/(?=[@.])/)
  return (
    <a href={`mailto:${of}`}>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
        <Fragment key={index}>
          {index > 0 ? <wbr /> : null}
          {part}
        </Fragment>
      ))}
    </a>
  )
}
