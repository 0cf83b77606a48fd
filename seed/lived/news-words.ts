import type { NewsType } from '#features/home/news/inputs.ts'

interface Written {
  title: string
  type: NewsType
  /** Days from today. */
  day: number
  description: string
}

/** What the house told its members lately, the newest first. */
export const newsWords: Written[] = [
  {
    ...{ title: 'The kiln is hot', type: 'product', day: -2 },
    description:
      'The new kiln in the yard has passed its first firing: sixty bowls, and none of them cracked. It is fired on Tuesdays and Fridays.\n\nLeave what you want fired on the grey shelf by noon, with your name under it. The first firing is free; after that a shelf is three tokens.',
  },
  {
    ...{ title: 'Winter market: who has a table', type: 'event', day: -5 },
    description:
      'Twenty-two tables are taken, from letterpress calendars to repaired radios. The soup is by the people of the long table again.\n\nMembers come in free with their ticket. Bring somebody who has not been here yet.',
  },
  {
    ...{ title: 'The podcast studio has a second door', type: 'brand', day: -11 },
    description:
      'Recordings are no longer interrupted by whoever comes for the tripods: the studio now has a lobby with a light that says when the microphones are open.',
  },
  {
    ...{ title: 'Open studios on the first Thursday', type: 'event', day: -18 },
    description:
      'Eleven members open their doors from six until nine. There is a map at the front desk, drawn by hand, and a stamp in every room for those who collect them.',
  },
  {
    ...{ title: 'A shelf for what is left over', type: 'brand', day: -29 },
    description:
      'Paper offcuts, half tins of ink, three metres of felt: what you no longer need goes on the shelf by the goods lift, and what lies there is anybody’s.',
  },
  {
    ...{ title: 'Two new lenses in the photography studio', type: 'product', day: -41 },
    description:
      'A 50 and an 85, both fast enough for the window light in December. They are in the second drawer; please put them back dry.',
  },
  {
    ...{ title: 'What we heard in the autumn talks', type: 'event', day: -63 },
    description:
      'Four evenings, sixteen people, and one chair that broke on stage. The notes hang in the stairwell, and the next round begins after the new year.',
  },
  {
    ...{ title: 'Longer evenings at the long table', type: 'brand', day: -90 },
    description:
      'The kitchen stays open until the house closes. Whoever is last wipes the table and turns the sign around.',
  },
]
