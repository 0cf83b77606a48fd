import { type Piece, piecesOf } from './pieces.ts'
import classes from './posts.module.css'

/** What somebody wrote, as they wrote it: plain text with its lines, links and mentions, and never markup. */
export function Words({
  text,
  mentions,
  isShort = false,
}: {
  text: string
  mentions: readonly { name: string }[]
  isShort?: boolean
}) {
  const pieces = piecesOf(
    text,
    mentions.map(({ name }) => name),
  )
  return (
    <p className={classes.words} data-short={isShort}>
      {pieces.map(piece => (
        <Drawn key={piece.at} piece={piece} />
      ))}
    </p>
  )
}

function Drawn({ piece: { kind, text } }: { piece: Piece }) {
  if (kind === 'words') return text
  if (kind === 'mention') return <span className={classes.mention}>{text}</span>
  return (
    <a href={text} rel="nofollow ugc noopener noreferrer" target="_blank">
      {text}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  )
}
