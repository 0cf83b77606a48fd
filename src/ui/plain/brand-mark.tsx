/** The mark of the house, two sheets of paper changing places, and its name; `brand` in brand-mark.css sets both. */
export function BrandMark() {
  return (
    <>
      <svg viewBox="0 0 32 32" width="30" height="30" aria-hidden="true">
        <path className="brand-first" d="M2 5h20v9H2z" />
        <path className="brand-second" d="M10 18h20v9H10z" />
        <path className="brand-overprint" d="M10 11h12v10H10z" />
      </svg>
      <span>Exchange</span>
    </>
  )
}
