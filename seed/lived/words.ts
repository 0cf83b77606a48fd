/** What the invented people are called, do, and write. */

export const firstNames =
  'Amara Alfie Beatrix Callum Daphne Eoin Farah Gareth Harriet Idris Jasmine Kwame Lowri Marcus Niamh Oscar Priya Rhys Saoirse Tomasz Una Victor Winnie Yusuf Zadie Arjun Bronwen Cormac Delphine Ewan Freya Gideon'.split(
    ' ',
  )

export const lastNames =
  'Adeyemi Barrow Chowdhury Dunmore Ellison Fairweather Gallagher Hussain Ibbotson Jephson Kaminska Llewellyn Mbeki Northcott Osei Pemberton Quigley Rahman Sutcliffe Thackeray Upton Vaughan Whitcombe Yarrow Zielinski Ashworth Bello Carmichael Devereux Fenwick'.split(
    ' ',
  )

export const towns = [
  ...['London', 'London', 'London', 'London', 'London', 'Brighton', 'St Albans', 'Croydon', 'Guildford', 'Watford'],
  ...['Reading', 'Kingston upon Thames', 'Luton', 'Oxford', 'Richmond'],
]

export const streets = [
  ...['Chiltern Street', 'Weymouth Mews', 'Lisson Grove', 'Bell Street', 'Church Street', 'Harrow Road'],
  ...['Kilburn Lane', 'Camden Road', 'Elgin Avenue', 'Pentonville Road', 'Dalston Lane', 'Peckham Rye'],
]

export const postcodes = ['W1U 6AB', 'NW1 6TL', 'NW8 8EH', 'W9 3QA', 'N1 9JY', 'E8 3DF', 'SE15 4JR', 'W2 5HA']

/** Disciplines, each with what somebody of it might write about joining. */
export const disciplines: [name: string, whyJoin: string][] = [
  ['Ceramics', 'I throw tableware and would like to photograph it properly, among people who will be honest about it.'],
  [
    'Photography',
    'Portraits mostly. My flat is too small for a backdrop, and I miss having someone to show contact sheets to.',
  ],
  [
    'Illustration',
    'I draw for children’s magazines and work alone all week. A desk near other people would change that.',
  ],
  [
    'Film editing',
    'I cut documentaries. A quiet room two evenings a week is all that stands between me and a finished film.',
  ],
  ['Printmaking', 'Linocut and riso. I would like to sell at the market and learn how others price their work.'],
  ['Music production', 'I write for theatre and need a room where nobody minds a kick drum at eight in the evening.'],
  ['Textiles', 'Weaving and natural dyes. I run small workshops and am looking for a house that likes them.'],
  ['Jewellery', 'Silver, mostly recycled. The monthly market is exactly the size that suits a one-person bench.'],
  ['Podcasting', 'We make a programme about London’s lost rivers and have outgrown the kitchen table.'],
  ['Graphic design', 'Fifteen years in studios, two on my own. I would like to be interrupted now and then.'],
  ['Creative writing', 'Second novel, first deadline. I work best where others are working too.'],
  ['Furniture making', 'I make stools and benches from reclaimed oak and want to meet people who furnish odd rooms.'],
  [
    'Choreography',
    'I make short pieces for small stages and need somewhere to talk them through before there is a stage.',
  ],
  ['Sound art', 'Field recordings and installations. Your music studio has the quietest floor I have stood on.'],
]

export const yesReasons = [
  'Clear about what they want from the house, and what they would bring.',
  'Good work, and generous about showing how it is done.',
  'We have room for more people who do this.',
  'Met them at the market. Kind and reliable.',
  'The references speak well of them.',
]

export const noReasons = [
  'I would like to see more of the work first.',
  'We already have a long queue for the same room.',
  'It reads as if they need an office rather than a workshop.',
]

/** What strangers wrote to the house: how many days ago, and what they were answered the day after. */
export interface Letter {
  about: 'general' | 'event_space'
  daysAgo: number
  message: string
  reply?: string
}

export const enquiries: Letter[] = [
  {
    ...{ about: 'event_space', daysAgo: 0.2 },
    message:
      'We are looking for a hall for a book launch of about eighty people in the spring. Is a Thursday evening possible?',
  },
  { about: 'general', daysAgo: 0.7, message: 'Is there step-free access from the street to the studios?' },
  {
    ...{ about: 'general', daysAgo: 1.4 },
    message:
      'I left a grey scarf at the last market, on the coat stand by the door. Has somebody handed it in? It was my aunt’s.',
  },
  {
    ...{ about: 'event_space', daysAgo: 6.3 },
    message: 'Our choir would like to rehearse in the Hall on four Sunday afternoons. What would that cost?',
    reply:
      'Four Sundays from two to five are free in January. I have put the price in a letter to you; tell us by Friday.',
  },
  {
    ...{ about: 'general', daysAgo: 11.6 },
    message: 'Can members bring a guest into the photography studio, for example a make-up artist?',
    reply: 'Yes. Whoever you bring to your own session is welcome; sign them in at the door and stay with them.',
  },
  {
    ...{ about: 'event_space', daysAgo: 19.5 },
    message: 'A small wedding party, forty people, no amplified music. Would the house suit?',
    reply: 'It would, and it has: come on a weekday morning and look. We are closed to parties after eleven at night.',
  },
  {
    ...{ about: 'general', daysAgo: 33.1 },
    message: 'I applied last week and would like to add a link to my new website. Where can I send it?',
    reply: 'Here is fine: the committee has it now. Next time you can answer under your application as well.',
  },
  {
    ...{ about: 'general', daysAgo: 47.8 },
    message: 'Which bus stops closest to you, and is there somewhere to leave a cargo bicycle?',
    reply: 'The 2, 13 and 30 stop at Baker Street, five minutes away. Cargo bicycles go in the yard; ring and we open.',
  },
  {
    ...{ about: 'general', daysAgo: 74.4 },
    message: 'Do you rent out the risograph by the day to people who are not members?',
    reply: 'Not by the day, sorry. It comes with a membership, after an hour’s induction.',
  },
]

/** One that waits until the office answers it on the day of the seed. */
export const answeredToday = {
  ...{ about: 'general' as const, daysAgo: 1.9 },
  message:
    'Do you take school groups during the market’s set-up hours? There would be twelve of us, all of them eleven.',
  reply: 'With pleasure. Tell us which market and we keep the long table free for you from half past eight.',
}

/** The house is registered for VAT from its first day. The number is nobody's: its check digits are wrong. */
export const vat = { vatPercent: 20, vatNumber: 'GB 000 0000 00' }
