/** Numbers that stand in the terms and are set elsewhere. */
export const numberNames = ['cancellationHours', 'arriveEarly', 'opensAt', 'closesAt'] as const
export type Numbers = Record<(typeof numberNames)[number], string>

const inBraces = /\{(\w+)\}/g

/** The first name in braces that is none of them; null when all are. */
export const unknownNumber = (text: string): string | null =>
  [...text.matchAll(inBraces)].map(([, name]) => name!).find(name => !isNumber(name)) ?? null

/** The text with the numbers of this moment, by its paragraphs. */
export const paragraphsOf = (text: string, numbers: Numbers): string[] =>
  text
    .replaceAll(inBraces, (whole, name: string) => (isNumber(name) ? numbers[name] : whole))
    .split(/\n\s*\n/)
    .filter(paragraph => paragraph.trim() !== '')

const isNumber = (name: string): name is keyof Numbers => numberNames.some(known => known === name)
