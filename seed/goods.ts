import pg from 'pg'
import type { Runtime } from '#platform/runtime.ts'
import { type Goods, selectProducts, stock } from '#simulators/shopify/goods.ts'
import { createSchema, putPicture, type Work } from '#simulators/shopify/store.ts'
import { artwork } from './artwork/artwork.ts'

interface Ware {
  handle: string
  title: string
  /** Which of the drawn things it is, and how many pictures of it there are. */
  drawn: string
  pictures: number
  type: string
  pounds: number
  words: string
  sizes?: string[]
  colours?: string[]
  /** How many are left of each variant, in their order, over and over; null: nobody counts. */
  left: (number | null)[]
  weightKg: number
  daysAgo: number
}

const sizes = ['S', 'M', 'L', 'XL']

/** What the shop of the demonstration venue sells: one thing is sold out, of some there is little left. */
const wares: Ware[] = [
  {
    handle: 'house-tee',
    title: 'House tee',
    drawn: 'tee',
    pictures: 3,
    type: 'Clothing',
    pounds: 28,
    sizes,
    colours: ['Vermilion', 'Ink'],
    left: [24, 18, 6, 0, 31, 22, 12, 4],
    weightKg: 0.22,
    daysAgo: 400,
    words:
      'Heavy organic cotton, cut straight, with the half sun on the chest.\nPrinted by hand in the print room upstairs.',
  },
  {
    handle: 'printers-apron',
    title: 'Printer’s apron',
    drawn: 'apron',
    pictures: 2,
    type: 'Clothing',
    pounds: 46,
    colours: ['Stripe'],
    left: [14],
    weightKg: 0.5,
    daysAgo: 310,
    words:
      'Twelve ounce canvas that takes ink, clay and coffee. One deep pocket, long ties.\nWashes at forty degrees; the stains are yours to keep.',
  },
  {
    handle: 'market-tote',
    title: 'Market tote',
    drawn: 'bag',
    pictures: 2,
    type: 'Bags',
    pounds: 14,
    left: [null],
    weightKg: 0.18,
    daysAgo: 520,
    words: 'The bag of our monthly market. Carries a record, two aubergines and a plant.',
  },
  {
    handle: 'studio-mug',
    title: 'Studio mug',
    drawn: 'cup',
    pictures: 2,
    type: 'Ceramics',
    pounds: 18,
    colours: ['Sunrise', 'Plain'],
    left: [9, 27],
    weightKg: 0.4,
    daysAgo: 260,
    words: 'Thrown and glazed in the ceramics corner, a little different each time. Holds a third of a litre.',
  },
  {
    handle: 'sauna-candle',
    title: 'Sauna candle',
    drawn: 'candle',
    pictures: 2,
    type: 'Wellness',
    pounds: 22,
    left: [40],
    weightKg: 0.6,
    daysAgo: 210,
    words: 'Cedar, birch tar and a little smoke, in soy wax. Burns for about forty hours.',
  },
  {
    handle: 'dot-notebook',
    title: 'Dot notebook',
    drawn: 'book',
    pictures: 2,
    type: 'Paper',
    pounds: 12,
    left: [120],
    weightKg: 0.35,
    daysAgo: 480,
    words: '192 dotted pages that lie flat, sewn and bound by members of the house.',
  },
  {
    handle: 'open-studio-print',
    title: 'Open studio print',
    drawn: 'print',
    pictures: 2,
    type: 'Prints',
    pounds: 65,
    sizes: ['A3', 'A2'],
    left: [7, 3],
    weightKg: 0.9,
    daysAgo: 60,
    words:
      'Three-colour risograph, numbered and signed, in an edition of sixty.\nComes rolled; the frame is only in the picture.',
  },
  {
    handle: 'live-at-the-house',
    title: 'Live at the House, vol. 2',
    drawn: 'record',
    pictures: 2,
    type: 'Music',
    pounds: 26,
    left: [35],
    weightKg: 0.4,
    daysAgo: 95,
    words: 'Eleven evenings from the event space, recorded and mixed in our own studio. Black vinyl, 180 g.',
  },
  {
    handle: 'house-bitters',
    title: 'House bitters',
    drawn: 'bottle',
    pictures: 2,
    type: 'Kitchen',
    pounds: 17,
    left: [0],
    weightKg: 0.45,
    daysAgo: 180,
    words: 'Gentian, orange peel and rooftop rosemary, without alcohol. We make more when the rosemary has grown back.',
  },
  {
    handle: 'five-panel-cap',
    title: 'Five-panel cap',
    drawn: 'cap',
    pictures: 2,
    type: 'Clothing',
    pounds: 24,
    colours: ['Vermilion', 'Green'],
    left: [16, 2],
    weightKg: 0.12,
    daysAgo: 130,
    words: 'Waxed cotton, one size with a strap. Sewn by two members on the second floor.',
  },
  {
    handle: 'mill-blanket',
    title: 'Mill blanket',
    drawn: 'blanket',
    pictures: 2,
    type: 'Home',
    pounds: 120,
    left: [5],
    weightKg: 1.6,
    daysAgo: 30,
    words: 'Recycled wool, woven in Yorkshire after a drawing that won our spring call.\n130 by 180 centimetres.',
  },
  {
    handle: 'sauna-soap',
    title: 'Sauna soap',
    drawn: 'soap',
    pictures: 2,
    type: 'Wellness',
    pounds: 9,
    left: [64],
    weightKg: 0.12,
    daysAgo: 340,
    words: 'Charcoal and eucalyptus, boiled in small batches. No palm oil, no plastic.',
  },
  {
    handle: 'desk-plant',
    title: 'Desk plant',
    drawn: 'pot',
    pictures: 2,
    type: 'Home',
    pounds: 32,
    left: [8],
    weightKg: 1.2,
    daysAgo: 20,
    words: 'A cast-iron plant in a pot from our kiln. Forgives holidays, deadlines and dark corners.',
  },
  {
    handle: 'pin-set',
    title: 'Pin set',
    drawn: 'pin',
    pictures: 2,
    type: 'Accessories',
    pounds: 8,
    left: [null],
    weightKg: 0.05,
    daysAgo: 430,
    words: 'Four enamel pins: one for each floor of the house.',
  },
  {
    handle: 'founders-tee',
    title: 'Founders’ tee',
    drawn: 'tee/founders',
    pictures: 2,
    type: 'Clothing',
    pounds: 35,
    sizes,
    left: [3, 5, 4, 1],
    weightKg: 0.22,
    daysAgo: 10,
    words: 'The first design of the house, printed once more for those who have been part of it for a while.',
  },
  {
    handle: 'recording-evening',
    title: 'Recording evening for two',
    drawn: 'record/evening',
    pictures: 2,
    type: 'Experiences',
    pounds: 90,
    left: [6],
    weightKg: 0,
    daysAgo: 5,
    words:
      'Three hours in the music studio with an engineer, for you and somebody you like.\nWe write to you to find the evening.',
  },
]

/** A product and its variants at the storefront. */
export interface StockedWare {
  handle: string
  id: string
  variantIds: string[]
}

/**
 * Stocks the simulated shop of the demonstration venue, where it is on and empty; answers what is in it by handle. The pictures are
 * drawn like the rest of the artwork, and kept as the drawings that they are.
 */
export async function seedGoods(runtime: Runtime, databaseUrl: string): Promise<StockedWare[]> {
  if (!runtime.env.simulate.shopify) return []
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1, application_name: 'exchange seed' })
  try {
    await createSchema(pool)
    const client = await pool.connect()
    try {
      const work = { client, now: runtime.clock.now() }
      const there = await selectProducts(work, 'true', [])
      if (there.length > 0)
        return there.map(({ number, handle, variants }) => ({
          handle,
          id: `gid://shopify/Product/${number}`,
          variantIds: variants.map(variant => `gid://shopify/ProductVariant/${variant.number}`),
        }))
      await client.query('begin')
      const stocked: StockedWare[] = []
      for (const ware of wares) stocked.push({ handle: ware.handle, ...(await stock(work, await goodsOf(work, ware))) })
      await client.query('commit')
      return stocked
    } catch (error) {
      await client.query('rollback').catch(() => {})
      throw error
    } finally {
      client.release()
    }
  } finally {
    await pool.end()
  }
}

async function goodsOf(work: Work, ware: Ware): Promise<Goods> {
  const options = [
    ...(ware.sizes ? [{ name: 'Size', values: ware.sizes }] : []),
    ...(ware.colours ? [{ name: 'Colour', values: ware.colours }] : []),
  ]
  const values = options.reduce<string[][]>(
    (all, option) => option.values.flatMap(value => all.map(each => [...each, value])),
    [[]],
  )
  const pictures: NonNullable<Goods['pictures']> = []
  for (let at = 1; at <= ware.pictures; at++) {
    const name = `${ware.handle}-${at}.svg`
    await putPicture(work, { name, mime: 'image/svg+xml', bytes: Buffer.from(artwork('goods', `${ware.drawn}/${at}`)) })
    const alt = at === 1 ? ware.title : `${ware.title}, from nearby`
    pictures.push({ url: `/dev/shopify/pictures/${name}`, alt, width: 1200, height: 1200 })
  }
  return {
    handle: ware.handle,
    title: ware.title,
    descriptionHtml: ware.words
      .split('\n')
      .map(line => `<p>${line}</p>`)
      .join(''),
    productType: ware.type,
    vendor: 'Exchange',
    tags: [ware.type.toLowerCase()],
    ...(options.length > 0 && { options }),
    variants: values.map((each, at) => ({
      ...(options.length > 0 && { values: each }),
      pricePence: ware.pounds * 100 + (each.includes('A2') ? 2_500 : 0),
      sku: [ware.handle, ...each].join('-').toUpperCase().replaceAll(' ', '-'),
      weightKg: ware.weightKg || null,
      stock: ware.left[at % ware.left.length] ?? null,
    })),
    pictures,
    createdAt: new Date(work.now.getTime() - ware.daysAgo * 86_400_000),
  }
}
