import { expect, test } from 'vitest'
import {
  Button,
  Code,
  Divider,
  Facts,
  Heading,
  MailLayout,
  mailColours,
  Para,
  Picture,
  Quote,
  TextLink,
} from './layout.tsx'
import { mailSubject, renderMail } from './render.ts'

const link = 'https://venue.example/bookings/7?key=a_b-c&next=%2Fme'
const hostile = '<img src=x onerror=alert(1)> & "Ana"'

const everyPiece = (
  <MailLayout
    preview="Your booking is confirmed"
    venue={{ name: 'The Exchange', address: '14 Foundry Lane, London' }}
    footer={<TextLink href="https://venue.example/stop?u=1">Stop these mails</TextLink>}
  >
    <Heading>Your booking is confirmed</Heading>
    <Para>Hello {hostile},</Para>
    <Facts
      rows={[
        ['When', 'Sat 22 Nov'],
        ['Price', <strong key="price">15 tokens</strong>],
      ]}
    />
    <Button href={link}>Open your booking</Button>
    <Quote>{`First line ${hostile}\nsecond line`}</Quote>
    <Heading level={2}>Your code</Heading>
    <Code>482 913</Code>
    <Picture cid="ticket" alt="Ticket code" size={180} />
    <Divider />
    <Para>
      See you <TextLink href="https://venue.example/where">there</TextLink>
    </Para>
  </MailLayout>
)

test('the text part says everything in readable lines, with each link written out once', async () => {
  const { text } = await renderMail(everyPiece)
  expect(text).toBe(`Your booking is confirmed

Hello ${hostile},

When: Sat 22 Nov
Price: 15 tokens

Open your booking:
${link}

> First line ${hostile}
> second line

Your code

482 913

------------------------

See you there (https://venue.example/where)

Stop these mails (https://venue.example/stop?u=1)

The Exchange
14 Foundry Lane, London
`)
})

test('the HTML part shows the address of the button in plain sight', async () => {
  const { html } = await renderMail(everyPiece)
  const escaped = link.replaceAll('&', '&amp;')
  expect(html).toContain(`>${escaped}</a>`)
  expect(html.split(`href="${escaped}"`)).toHaveLength(3)
  expect(html).toContain('max-width:600px')
})

test('what people wrote is text, never markup', async () => {
  const { html } = await renderMail(everyPiece)
  expect(html).not.toContain('<img src=x')
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Ana&quot;')
})

test('nothing is loaded from outside: no remote pictures, fonts, style sheets or scripts', async () => {
  const { html } = await renderMail(everyPiece)
  const tags = html.match(/<[a-z][^>]*>/gi)!
  expect(tags.filter(tag => /^<(script|link|iframe|object|base)\b/i.test(tag))).toEqual([])
  const loaded = tags.flatMap(tag => tag.match(/\b(?:src|srcset|background|poster)="[^"]*"/gi) ?? [])
  expect(loaded).toEqual(['src="cid:ticket"'])
  expect(html).not.toMatch(/url\(|@import|@font-face/i)
})

test('dark mode has a rule for every light colour that is written inline', async () => {
  const { html } = await renderMail(everyPiece)
  const dark = html.slice(html.indexOf('prefers-color-scheme:dark'), html.indexOf('</style>'))
  for (const colour of Object.values(mailColours.dark)) expect(dark).toContain(colour)
})

test.each(['light', 'dark'] as const)('text is readable in %s: 4.5:1 or better', scheme => {
  const c = mailColours[scheme]
  const pairs = [c.paper, c.sheet, c.sunk].flatMap(ground => [
    [c.ink, ground],
    [c.soft, ground],
    [c.link, ground],
  ])
  for (const [text, ground] of [...pairs, [c.onFill, c.fill]]) {
    expect(contrast(text!, ground!), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5)
  }
})

test('a subject stays on one line whatever somebody put into it', () => {
  expect(mailSubject('Hello\r\nBcc: victim@example.com')).toBe('Hello Bcc: victim@example.com')
  expect(mailSubject(' a\u2028b\u0000c\td  ')).toBe('a b c d')
  expect(mailSubject('x'.repeat(500))).toHaveLength(200)
})

function contrast(one: string, two: string): number {
  const [light, dark] = [luminance(one), luminance(two)].sort((a, b) => b - a)
  return (light! + 0.05) / (dark! + 0.05)
}

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map(start => {
    const part = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}
