/** The id of something that the provider names by its id or gives whole. */
export const idAtProvider = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)
