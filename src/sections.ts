import { directorySection } from './features/home/creatives/inputs.ts'
import { highlightSection, workshopSection } from './features/home/highlights/inputs.ts'
import { heroSection } from './features/home/landing/inputs.ts'
import { newsSection } from './features/home/news/inputs.ts'
import { contactSection } from './features/home/pages/inputs.ts'
import type { SectionKind } from './features/home/sections/inputs.ts'
import { termsSection } from './features/home/terms/inputs.ts'

/** Every section of the pages that the office edits, one line each. */
export const sectionKinds: SectionKind[] = [
  heroSection,
  workshopSection,
  highlightSection,
  contactSection,
  newsSection,
  directorySection,
  termsSection,
]
