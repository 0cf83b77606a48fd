/** A page or two that is printed or kept, such as a receipt: words only, in the order in which they are read. */
export interface Paper {
  title: string
  subject: string
  /** Who it is from, a line each; the first is their name. */
  from: string[]
  facts: { label: string; value: string }[]
  sums: PaperSum[]
  /** Below everything, a paragraph each. */
  foot: string[]
}

/** Amounts under each other, as they are written. */
export interface PaperSum {
  title: string
  rows: { label: string; detail?: string; amount: string }[]
  total: { label: string; amount: string }
  /** Small, below the total. */
  notes: string[]
}
