import pg from 'pg'
import { serve } from '@hono/node-server'
import nodemailer from 'nodemailer'
const { mailboxSimulator } = await import('/work/main/src/simulators/mailbox/mailbox.ts')
const pool = new pg.Pool({ connectionString: 'postgres://postgres@127.0.0.1:5901/postgres' })
const m = mailboxSimulator({ pool })
const { smtpUrl } = await m.start()
serve({ fetch: m.app.fetch, port: 5910, hostname: '127.0.0.1' })
console.log(smtpUrl)
const { renderMail } = await import('/work/main/src/platform/mail-render.ts')
const { demo } = await import('/work/main/.h4-render.mts')
const t = nodemailer.createTransport(smtpUrl)
const { html, text } = await renderMail(demo())
for (const [to, subject] of [['ana@example.com','Your booking is confirmed'],['li.wei@example.com','Your Exchange sign-in link'],['very.long.address.of.a.person@some-quite-long-domain.example','Application received: we will look at it this week'],['ana@example.com','Your ticket: Night Market “Überraschung” <b>']])
  await t.sendMail({ from: 'Exchange <hello@exchange.example>', to: {name:'',address:to!}, subject, html, text, headers:{'List-Unsubscribe':'<https://x.example/u>'}, attachments: [{filename:'event.ics', content:'BEGIN:VCALENDAR', contentType:'text/calendar'}] })
console.log('sent')
