/** Turns a mail written in React into what goes over SMTP. */
import type { ReactElement } from 'react'
import { loadMailParts } from './layout.tsx'

/** Longest subject we send; longer ones are cut by in-boxes anyway. */
const longestSubject = 200

/**
 * Both parts of a mail from one element. The text part holds everything the HTML part says, links written out, one fact
 * per line. Names and messages of people are escaped by React.
 */
export async function renderMail(element: ReactElement): Promise<{ html: string; text: string }> {
  const { render, toPlainText } = await loadMailParts()
  const html = await render(element)
  return { html, text: textOf(html, toPlainText) }
}

/** A subject on one line: line breaks and other control characters, which could forge headers, become spaces. */
export function mailSubject(subject: string): string {
  const line = subject
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
  return line.length > longestSubject ? `${line.slice(0, longestSubject - 1).trimEnd()}…` : line
}

function textOf(html: string, toPlainText: typeof import('react-email').toPlainText): string {
  const text = toPlainText(html, {
    wordwrap: false, // Mail programs wrap by themselves, and a wrapped link breaks.
    formatters: { button },
    selectors: [
      { selector: 'img', format: 'skip' },
      { selector: '[data-skip-in-text=true]', format: 'skip' },
      { selector: 'h1', options: { uppercase: false } },
      { selector: 'h2', options: { uppercase: false } },
      { selector: 'a', options: { linkBrackets: ['(', ')'], hideLinkHrefIfSameAsText: true } },
      { selector: 'a[data-button]', format: 'button' },
      { selector: 'hr', options: { length: 24 } },
      { selector: 'blockquote', options: { trimEmptyLines: true } },
      { selector: 'table', format: 'block' },
      {
        selector: 'table.facts',
        format: 'block',
        options: { leadingLineBreaks: 2, trailingLineBreaks: 2 },
      },
      { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
      { selector: 'th', format: 'inline' },
      { selector: 'td', format: 'inline' },
    ],
  })
  return `${text.replace(/\n{3,}/g, '\n\n').trim()}\n`
}

/** An action is its label and, on a line of its own, its address. */
function button(link: Anchor, walk: (children: unknown, builder: TextBuilder) => void, builder: TextBuilder): void {
  builder.openBlock({ leadingLineBreaks: 2 })
  walk(link.children, builder)
  builder.addInline(':', { noWordTransform: true })
  builder.addLineBreak()
  builder.addInline(link.attribs.href, { noWordTransform: true })
  builder.closeBlock({ trailingLineBreaks: 2 })
}

/** The part of html-to-text's interface used here; that package comes without types. */
interface TextBuilder {
  openBlock(o: { leadingLineBreaks: number }): void
  addInline(text: string, o: { noWordTransform: boolean }): void
  addLineBreak(): void
  closeBlock(o: { trailingLineBreaks: number }): void
}

interface Anchor {
  children: unknown
  attribs: { href: string }
}
