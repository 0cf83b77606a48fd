/**
 * A text as part of an address: small letters without their accents, figures, and a hyphen for spaces; whatever else stands in it is
 * left out. Empty where nothing is left. At most `most` characters.
 */
export const slugOf = (text: string, most: number): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/\s+/g, '-')
    .replaceAll(/[^a-z0-9-]/g, '')
    .replaceAll(/-{2,}/g, '-')
    .replaceAll(/^-/g, '')
    .slice(0, most)
    .replaceAll(/-$/g, '')
