import type { creativeIcons } from '#features/home/creatives/inputs.ts'

interface Chosen {
  name: string
  role: string
  specialty: string
  icon: (typeof creativeIcons)[number]
  bio: string
}

/** Whom the house put into its directory itself: people who have worked here and are no members. */
export const chosenCreatives: Chosen[] = [
  {
    ...{ name: 'Anna Lee', role: 'Printmaker', specialty: 'Linocut and letterpress', icon: 'Star' },
    bio: 'Anna printed the first sign of the house, and every one since. She teaches on Tuesdays and repairs what the others have bent.',
  },
  {
    ...{ name: 'Tomás Reyes', role: 'Sound artist', specialty: 'Field recordings of rooms', icon: 'Mic' },
    bio: 'Tomás records rooms when nobody is in them. Two of his pieces play in the stairwell, very quietly.',
  },
  {
    ...{ name: 'Ines Okafor', role: 'Ceramicist', specialty: 'Stoneware, and glazes made of ash', icon: 'Heart' },
    bio: 'The ash of the yard’s stove ends up in her glazes. She looks after the kiln and says when it may be opened.',
  },
]

interface Shown {
  role: string
  specialty: string
  bio: string
  works: string[]
  isOpen: boolean
  visibility: 'members' | 'everyone'
}

/** What members say of themselves; who is who is drawn from those who are here. */
export const shownCreatives: Shown[] = [
  {
    ...{ role: 'Photographer', specialty: 'Portraits by daylight', isOpen: true, visibility: 'everyone' },
    bio: 'I photograph people where they work, mostly by the window. Looking for somebody who builds sets out of paper.',
    works: ['The baker at five, 2025', 'Hands, series of nine'],
  },
  {
    ...{
      role: 'Illustrator',
      specialty: 'Books for children and for those who read to them',
      isOpen: true,
      visibility: 'everyone',
    },
    bio: 'Gouache, scissors, and a scanner that hums. My third book comes out in spring.',
    works: ['The goose who counted, spread 4', 'Night bus'],
  },
  {
    ...{ role: 'Furniture maker', specialty: 'Bent ash, no screws', isOpen: false, visibility: 'members' },
    bio: 'Chairs, and once a boat. What I cannot bend I wedge.',
    works: ['Kitchen chair, ash', 'Bench for two'],
  },
  {
    ...{ role: 'Type designer', specialty: 'Lettering for signs', isOpen: true, visibility: 'everyone' },
    bio: 'I draw alphabets that can be read from a bus. Happy to look at your sign before it is painted.',
    works: ['Alphabet for a bakery', 'Numbers, 1 to 99'],
  },
  {
    ...{ role: 'Textile artist', specialty: 'Weaving with reclaimed wool', isOpen: false, visibility: 'members' },
    bio: 'The loom stands in the coworking space on Mondays. You may try it.',
    works: ['Blanket no. 12', 'Sample book'],
  },
  {
    ...{ role: 'Film editor', specialty: 'Documentaries under twenty minutes', isOpen: true, visibility: 'members' },
    bio: 'I cut what others shot. If your film is too long, it is probably right to come to me.',
    works: ['Still from “Low water”', 'Still from “The clock repairers”'],
  },
  {
    ...{ role: 'Composer', specialty: 'Music for small rooms', isOpen: true, visibility: 'everyone' },
    bio: 'Piano, tape and whatever the room adds. I write for the stage of the house whenever it asks me to.',
    works: ['Score for eleven radiators', 'Cover of “Room tone”'],
  },
  {
    ...{ role: 'Bookbinder', specialty: 'Repairs, and books that lie flat', isOpen: false, visibility: 'members' },
    bio: 'Bring me the book that you are afraid to open.',
    works: ['Atlas, rebound', 'Sketchbooks, batch of thirty'],
  },
  {
    ...{ role: 'Ceramicist', specialty: 'Porcelain lamps', isOpen: true, visibility: 'everyone' },
    bio: 'Thin enough for light, thick enough for the post.',
    works: ['Lamp no. 7', 'Test tiles'],
  },
]
