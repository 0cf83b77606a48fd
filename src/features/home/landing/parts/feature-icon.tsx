import type { FeatureIconName } from '../inputs.ts'

/** Names that a card of the landing page may carry; an unknown one gets the star. Drawn here, so no icon set is loaded. */
const drawings: Record<FeatureIconName, string> = {
  Star: 'M12 3l2.7 5.8 6.3.8-4.6 4.3 1.2 6.3L12 17.1l-5.6 3.1 1.2-6.3L3 9.6l6.3-.8z',
  Users: 'M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2 21v-1a7 7 0 0 1 14 0v1M16 3.3a4 4 0 0 1 0 7.4M18 14a7 7 0 0 1 4 6v1',
  Building: 'M4 21V4h10v17M14 9h6v12M2 21h20M8 8h2M8 12h2M8 16h2M17 13h0M17 17h0',
  Calendar: 'M4 6h16v15H4zM4 11h16M8 3v5M16 3v5',
  Store: 'M4 10v11h16V10M3 10l2-6h14l2 6a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0M9 21v-6h6v6',
  Camera: 'M3 8h4l2-3h6l2 3h4v12H3zM12 17a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z',
  Mic: 'M12 15a3 3 0 0 0 3-3V6a3 3 0 0 0-6 0v6a3 3 0 0 0 3 3zM5 11a7 7 0 0 0 14 0M12 18v4M8 22h8',
  Coffee: 'M4 9h13v7a5 5 0 0 1-5 5H9a5 5 0 0 1-5-5zM17 11h2a2.5 2.5 0 0 1 0 5h-2M8 3v3M12 3v3',
  Ticket: 'M3 7h18v3a2 2 0 0 0 0 4v3H3v-3a2 2 0 0 0 0-4zM14 7v2M14 11v2M14 15v2',
  Heart: 'M12 21l-8-8.5a5 5 0 0 1 8-6 5 5 0 0 1 8 6z',
}

export function FeatureIcon({ name }: { name: string }) {
  const drawing = Object.hasOwn(drawings, name) ? drawings[name as FeatureIconName] : drawings.Star
  return (
    <svg className="feature-icon" viewBox="0 0 24 24" width="40" height="40" aria-hidden="true">
      <path d={drawing} />
    </svg>
  )
}
