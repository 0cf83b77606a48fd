import { incident } from '#seed/factories/incidents.ts'
import { member } from '#seed/factories/people.ts'
import { call, showIn, signIn, test, settled } from './fixtures.ts'
test.use({ mayFail: true })
const dir = '/tmp/w/incidents-look'
test('look', async ({ page, visit, venue }) => {
  test.setTimeout(400_000)
  const rows = []
  for (const [location, severity, status, incidentType, d] of [['Print Room', 'medium', 'investigating', 'damage', 2], ['Bike shed', 'critical', 'open', 'theft', 0], ['Hall, back stairs', 'high', 'resolved', 'safety', 40], ['Sauna', 'low', 'closed', 'emergency', 200]] as const)
    rows.push(await venue.make(t => incident(t, { location, severity, status, incidentType, createdAt: new Date(Date.now() - d * 86_400_000), incidentDate: new Date(Date.now() - d * 86_400_000 - 3_600_000) })))
  const people = await Promise.all(['Ada', 'Bo', 'Cleo'].map(firstName => venue.make(t => member(t, { firstName, lastName: 'Marchbanks' }))))
  await signIn(page, venue.person('admin'))
  await call(page, 'incidents/send', { id: rows[0]!.id, userIds: [people[0]!.id], email: 'guest@people.example', seenCount: 0 })
  const { links } = await venue.mail('guest@people.example', 'About an incident')
  const link = links.find(l => l.includes('incident-response'))!
  const guest = await visit()
  const shoot = async (p: typeof page, name: string) => {
    for (const width of [360, 1280])
      for (const scheme of ['light', 'dark'] as const) {
        if (scheme === 'dark' && width === 360 && !name.startsWith('g')) continue
        await p.setViewportSize({ width, height: width === 360 ? 780 : 900 })
        await showIn(p, scheme)
        await p.waitForTimeout(300)
        await p.screenshot({ path: `${dir}/${name}-${width}-${scheme}.png`, fullPage: name.startsWith('g') })
      }
    await p.setViewportSize({ width: 1280, height: 900 })
  }
  await guest.goto(link); await settled(guest)
  await shoot(guest, 'g-form')
  await guest.getByLabel('Name').fill('Ada Quill')
  await guest.getByLabel('Why were you there?').fill('I had the podcast studio until nine')
  await guest.getByLabel('What happened?').fill('I saw the roller lie on the floor when I came in. The press was still warm.')
  await guest.getByRole('button', { name: 'Send answer' }).click()
  await guest.getByRole('heading', { name: 'Your answer is with us' }).waitFor()
  await shoot(guest, 'g-done')
  await guest.goto('/incident-response'); await settled(guest); await shoot(guest, 'g-invalid')
  await page.goto('/admin/incident-reports'); await settled(page); await shoot(page, 'list')
  await page.goto(`/admin/incident-reports?open=${rows[0]!.id}`); await settled(page); await page.getByText('Answers').first().waitFor(); await shoot(page, 'panel')
  await page.getByRole('heading', { name: 'Final decision' }).scrollIntoViewIfNeeded(); await shoot(page, 'panel2')
  await page.getByRole('heading', { name: 'Link opened' }).scrollIntoViewIfNeeded(); await shoot(page, 'panel3')
  await page.getByRole('button', { name: 'Send report' }).click(); await page.waitForTimeout(600); await shoot(page, 'send')
  await page.goto('/admin/incident-reports?dialog=new-incident'); await page.getByRole('button', { name: 'Add person' }).click(); await page.getByRole('button', { name: 'Add witness' }).click(); await shoot(page, 'record')
  await page.getByLabel('Witness 1').scrollIntoViewIfNeeded(); await shoot(page, 'record2')
  await page.goto(`/admin/members?object=incident:${rows[0]!.id}`); await page.getByText('Answers').first().waitFor(); await shoot(page, 'object')
})
test.describe('still', () => {
  test.use({ isStill: true })
  test('drawn', async ({ page }) => {
    await page.goto('/incident-response?id=1&email=a&uid=&token=x')
    for (const width of [360, 1280]) { await page.setViewportSize({ width, height: 780 }); await page.screenshot({ path: `${dir}/drawn-${width}.png` }) }
  })
})
