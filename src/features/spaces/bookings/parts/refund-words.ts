import { cancelBrief, cancelLine } from '#features/money/refunds/rules.ts'
import { sumWords } from '#features/spaces/facilities/parts/fare-words.ts'

/** What cancelling gives back, to follow "If you cancel" (BOOK-34). */
export const refundWords = (paid: { tokens: number; pence: number }, until: Date | null): string =>
  paid.tokens === 0 && paid.pence === 0
    ? cancelLine({ back: '', until: null })
    : cancelLine({ back: sumWords(paid), until })

/** The same in a few words. */
export const refundBrief = (paid: { tokens: number; pence: number }, until: Date | null): string =>
  paid.tokens === 0 && paid.pence === 0 ? '' : cancelBrief({ back: sumWords(paid), until })
