import { Link } from '@tanstack/react-router'
import { BrandMark } from '#ui/plain/brand-mark.tsx'
import type { PagePath } from '#web/built.ts'

/** The name of the house with its mark, leading home. */
export function Brand({ to = '/' }: { to?: PagePath }) {
  return (
    <Link to={to} className="brand" aria-label="Exchange, home page">
      <BrandMark />
    </Link>
  )
}
