import type { ReactNode } from 'react'
import { Brand } from './brand.tsx'

/** The name of the house and nothing else: while it is not known who is here, and for those whom no page is open to. */
export function BareLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <header className="visitor-header">
        <Brand />
      </header>
      <main id="content" tabIndex={-1} className="visitor-content">
        {children}
      </main>
    </>
  )
}
