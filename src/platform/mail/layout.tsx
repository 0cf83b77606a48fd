/**
 * How every mail looks: the venue's printed programme on a phone. One column of at most 600 px, no picture, font or
 * script from outside, light by inline style and dark by the style sheet in the head.
 */
import type { ReactNode } from 'react'
import type { MailPicture } from './pictures.ts'

// Loaded with the first mail: the pieces below are only called while one is rendered.
let Mail: typeof import('react-email')

/** To be awaited before a mail is rendered. */
export async function loadMailParts(): Promise<typeof Mail> {
  Mail ??= await import('react-email')
  return Mail
}

export interface MailVenue {
  name: string
  address: string
}

/** Text and background colours by role; a test holds them to 4.5:1 on each ground they appear on. */
export const mailColours = {
  light: {
    paper: '#f6f1e7',
    sheet: '#fffdf8',
    sunk: '#efe7d8',
    line: '#ddd1bb',
    ink: '#1d1a16',
    soft: '#544c42',
    link: '#a92c15',
    fill: '#b8321a',
    onFill: '#ffffff',
    mark: '#d13b1e',
    second: '#2a6149',
  },
  dark: {
    paper: '#17140f',
    sheet: '#211d18',
    sunk: '#2b2620',
    line: '#453d33',
    ink: '#f1eadc',
    soft: '#c2b8a8',
    link: '#ff9a7e',
    fill: '#ff9a7e',
    onFill: '#17140f',
    mark: '#e2573a',
    second: '#7bb398',
  },
} as const

/**
 * The frame around a mail's pieces.
 * @param o.preview what in-boxes show beside the subject; never shown in the mail itself
 * @param o.footer why the person gets this mail, or how to stop it; above the venue's name and address
 */
export function MailLayout(o: { preview: string; children: ReactNode; footer?: ReactNode; venue: MailVenue }) {
  return (
    <Mail.Html lang="en-GB">
      <Mail.Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{headStyles}</style>
      </Mail.Head>
      <Mail.Preview>{o.preview}</Mail.Preview>
      <Mail.Body
        lang="en-GB"
        className="paper"
        style={{ margin: 0, backgroundColor: light.paper, fontFamily: textFace }}
      >
        <Mail.Container style={{ width: '100%', maxWidth: 600, margin: '0 auto', padding: '24px 12px 40px' }}>
          <Brand name={o.venue.name} />
          <Mail.Section className="sheet" style={{ backgroundColor: light.sheet, padding: '36px 28px 24px' }}>
            {o.children}
          </Mail.Section>
          <Mail.Section style={{ padding: '20px 28px 0' }}>
            {o.footer && <Small>{o.footer}</Small>}
            <Small>
              <strong>{o.venue.name}</strong>
              <br />
              {o.venue.address}
            </Small>
          </Mail.Section>
        </Mail.Container>
      </Mail.Body>
    </Mail.Html>
  )
}

/** The mail's one headline. `level` 2 for parts of a long mail. */
export function Heading({ children, level = 1 }: { children: ReactNode; level?: 1 | 2 }) {
  const size = level === 1 ? { fontSize: 30, lineHeight: '36px' } : { fontSize: 20, lineHeight: '26px' }
  return (
    <Mail.Heading
      as={level === 1 ? 'h1' : 'h2'}
      className="ink"
      style={{
        ...size,
        margin: level === 1 ? '0 0 20px' : '28px 0 8px',
        color: light.ink,
        fontWeight: 800,
        letterSpacing: '-0.02em',
      }}
    >
      {children}
    </Mail.Heading>
  )
}

export function Para({ children }: { children: ReactNode }) {
  return (
    <Mail.Text className="ink" style={{ ...paragraph, color: light.ink }}>
      {children}
    </Mail.Text>
  )
}

/** The first line of every mail to somebody; nobody without a name is called by nothing. */
export function Greeting({ name }: { name: string }) {
  return <Para>{name ? `Hello ${name},` : 'Hello,'}</Para>
}

export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Mail.Link href={href} className="link" style={{ color: light.link, textDecoration: 'underline' }}>
      {children}
    </Mail.Link>
  )
}

/** The mail's primary action, with its address in sight for whoever cannot press it or wants to see where it leads. */
export function Button({ href, children }: { href: string; children: ReactNode }) {
  return (
    <>
      <Mail.Section style={{ padding: '12px 0 12px' }}>
        <Mail.Button href={href} data-button="" className="fill" style={buttonStyle}>
          {children}
        </Mail.Button>
      </Mail.Section>
      <Mail.Text
        data-skip-in-text="true"
        className="soft"
        style={{ ...small, margin: '0 0 24px', wordBreak: 'break-all' }}
      >
        Or copy this link: <TextLink href={href}>{href}</TextLink>
      </Mail.Text>
    </>
  )
}

/** Label and value, line by line: when, where, how much. */
export function Facts({ rows }: { rows: (readonly [label: string, value: ReactNode])[] }) {
  const cell = { borderTop: `1px solid ${light.line}`, padding: '10px 0', verticalAlign: 'top', fontSize: 16 }
  return (
    <table className="facts" width="100%" cellPadding={0} cellSpacing={0} style={{ margin: '8px 0 24px' }}>
      <tbody>
        {rows.map(([label, value]) => (
          <tr key={label}>
            <th
              scope="row"
              align="left"
              className="soft line"
              style={{ ...cell, width: '34%', color: light.soft, fontWeight: 400, paddingRight: 12 }}
            >
              {label}
              <span style={{ display: 'none' }}>: </span>
            </th>
            <td className="ink line" style={{ ...cell, color: light.ink, fontWeight: 600 }}>
              {value}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Words of a person, for instance a message or a reason. Line breaks stay. */
export function Quote({ children }: { children: string }) {
  const lines = children.split(/\r\n|[\r\n]/)
  return (
    <blockquote
      className="ink sunk mark"
      style={{
        ...paragraph,
        margin: '8px 0 24px',
        padding: '14px 18px',
        backgroundColor: light.sunk,
        borderLeft: `4px solid ${light.mark}`,
        color: light.ink,
      }}
    >
      {/* biome-ignore lint/suspicious/noArrayIndexKey: rendered once to a string, nothing is ever reordered */}
      {lines.flatMap((line, index) => (index === 0 ? [line] : [<br key={index} />, line]))}
    </blockquote>
  )
}

export function Divider() {
  return <Mail.Hr className="line" style={{ border: 0, borderTop: `1px solid ${light.line}`, margin: '24px 0' }} />
}

/** A code to type or read out. */
export function Code({ children }: { children: ReactNode }) {
  return (
    <Mail.Text className="ink sunk" style={codeStyle}>
      {children}
    </Mail.Text>
  )
}

/** A picture that travels in the mail as the attachment with this content id, such as a ticket's QR code. */
export function Picture({ cid, alt, size }: { cid: string; alt: string; size: number }) {
  return (
    <Mail.Section style={{ padding: '8px 0 20px' }}>
      <Mail.Img src={`cid:${cid}`} alt={alt} width={size} height={size} style={{ border: '12px solid #ffffff' }} />
    </Mail.Section>
  )
}

/** In pixels: a mail of 600 without what is left free at its sides. */
const photoWidth = 520

/** The picture of what the mail is about, over its whole width, above the words; nothing where there is none. */
export function Photo({ of, cid }: { of: readonly MailPicture[] | undefined; cid: string }) {
  const photo = of?.find(each => each.cid === cid)
  if (!photo?.width || !photo.height) return null
  return (
    <Mail.Section style={{ padding: '0 0 24px' }}>
      <Mail.Img
        src={`cid:${cid}`}
        alt={photo.alt ?? ''}
        width={photoWidth}
        height={Math.round((photoWidth * photo.height) / photo.width)}
        style={{ display: 'block', width: '100%', maxWidth: photoWidth, height: 'auto' }}
      />
    </Mail.Section>
  )
}

function Brand({ name }: { name: string }) {
  return (
    <table data-skip-in-text="true" className="rule" width="100%" cellPadding={0} cellSpacing={0} style={brandStyle}>
      <tbody>
        <tr>
          <td style={{ width: 40, padding: '0 0 14px' }}>
            <BrandMark />
          </td>
          <td className="ink" style={{ padding: '0 0 14px', color: light.ink, fontSize: 20, fontWeight: 800 }}>
            {name}
          </td>
        </tr>
      </tbody>
    </table>
  )
}

/** The mark of the site, two sheets changing places, made of cells: mail programs draw neither SVG nor what overlaps. */
function BrandMark() {
  return (
    <table width={28} cellPadding={0} cellSpacing={0} style={{ borderCollapse: 'collapse' }}>
      <tbody>
        {markRows.map(([height, ...cells]) => (
          <tr key={cells.join()}>
            {cells.map((part, column) => (
              <td
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
                key={column}
                className={part ? `mark-${part}` : undefined}
                width={markWidths[column]}
                height={height}
                style={{
                  ...cell,
                  width: markWidths[column],
                  height,
                  backgroundColor: part ? markFills[part] : undefined,
                }}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Small({ children }: { children: ReactNode }) {
  return (
    <Mail.Text className="soft" style={small}>
      {children}
    </Mail.Text>
  )
}

const { light, dark } = mailColours
const textFace = "'Instrument Sans',-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const paragraph = { fontSize: 17, lineHeight: '27px', margin: '0 0 18px' }
const small = { fontSize: 14, lineHeight: '21px', margin: '0 0 12px', color: light.soft }
const cell = { padding: 0, fontSize: 0, lineHeight: 0 }
const markFills = { first: light.mark, second: light.second, over: light.ink }
type MarkPart = keyof typeof markFills | ''
/** Of the mark in ui/plain/brand-mark.tsx, in pixels: the height of each row, and what its three cells show. */
const markRows: [number, MarkPart, MarkPart, MarkPart][] = [
  [6, 'first', 'first', ''],
  [3, 'first', 'over', ''],
  [4, '', 'over', ''],
  [3, '', 'over', 'second'],
  [6, '', 'second', 'second'],
]
const markWidths = [8, 12, 8] as const
const brandStyle = { borderBottom: `3px solid ${light.ink}`, margin: '0' }
const buttonStyle = {
  backgroundColor: light.fill,
  color: light.onFill,
  fontSize: 17,
  fontWeight: 700,
  lineHeight: '22px',
  padding: '13px 26px',
  borderRadius: 4,
  textDecoration: 'none',
}
const codeStyle = {
  margin: '8px 0 24px',
  padding: '16px 20px',
  backgroundColor: light.sunk,
  color: light.ink,
  fontFamily: "ui-monospace,'SF Mono',Menlo,Consolas,monospace",
  fontSize: 24,
  lineHeight: '32px',
  letterSpacing: '0.12em',
  wordBreak: 'break-all',
} as const

/** `!important` because the light colours are inline, which every mail program understands. */
const headStyles = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.paper,.paper>table>tbody>tr>td{background-color:${dark.paper}!important}
.sheet{background-color:${dark.sheet}!important}
.sunk{background-color:${dark.sunk}!important}
.ink,.ink td{color:${dark.ink}!important}
.soft{color:${dark.soft}!important}
.link{color:${dark.link}!important}
.fill,.fill span{background-color:${dark.fill}!important;color:${dark.onFill}!important}
.line{border-color:${dark.line}!important}
.mark{border-color:${dark.mark}!important}
.rule{border-color:${dark.ink}!important}
.mark-first{background-color:${dark.mark}!important}
.mark-second{background-color:${dark.second}!important}
.mark-over{background-color:${dark.ink}!important}
}`.replaceAll('\n', '')
