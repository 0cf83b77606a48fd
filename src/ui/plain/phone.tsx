/** A number that one can call. */
export const Phone = ({ of }: { of: string }) => <a href={`tel:${of.replace(/[^+\d]/g, '')}`}>{of}</a>
