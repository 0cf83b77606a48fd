import { Button, SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { Page } from '#ui/plain/page.tsx'
import { Section } from '#ui/plain/section.tsx'
import { GalleryFigures } from './figures.tsx'
import { GalleryForm } from './form.tsx'
import { GalleryPieces } from './pieces.tsx'
import { GalleryStates } from './states.tsx'
import { GalleryTable } from './table.tsx'

/** Every piece in every state, for those who build with them and for the browser tests. */
export function Gallery() {
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  return (
    <Page
      title="Pieces"
      kicker="The house style"
      heading="Paper, ink and one loud red"
      lead="What screens are made of, in every state. Nothing here knows a feature."
      actions={
        <SegmentedControl
          aria-label="Colours"
          data={[
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
            { value: 'auto', label: 'System' },
          ]}
          value={colorScheme}
          onChange={value => setColorScheme(value as 'light' | 'dark' | 'auto')}
        />
      }
    >
      <Section title="Type" aside>
        <p className="kicker">Sat 22 Nov · Main Hall</p>
        <h1>Letterpress for beginners</h1>
        <h2>Saturday market, forty stalls</h2>
        <h3>What to bring</h3>
        <h4>Good to know</h4>
        <p>
          Ink stays under your nails for a day or two. Wear something you don’t mind getting dirty, and come ten minutes
          early: the presses are cold in the morning. Members can <a href="#type">book a second session</a> for 5
          tokens.
        </p>
      </Section>
      <Section title="Buttons" aside>
        <Buttons />
      </Section>
      <GalleryForm />
      <GalleryPieces />
      <GalleryTable />
      <GalleryFigures />
      <GalleryStates />
    </Page>
  )
}

function Buttons() {
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: '0.75rem' }}>
      <Button>Book the studio</Button>
      <Button variant="default">See the spaces</Button>
      <Button variant="outline">Join the waiting list</Button>
      <Button variant="light">Add a guest</Button>
      <Button variant="subtle">Skip</Button>
      <Button color="bottle">Check in</Button>
      <Button color="dark">Open the door list</Button>
      <Button color="red">Cancel booking</Button>
      <Button color="red" variant="outline">
        Delete draft
      </Button>
      <Button loading>Saving</Button>
      <Button disabled>Sold out</Button>
      <Button size="sm" variant="default">
        Small
      </Button>
    </div>
  )
}
