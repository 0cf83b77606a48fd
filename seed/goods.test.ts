import { expect, test } from 'vitest'
import { products } from '#features/store/storefront/model.ts'
import { testApp } from '#test/app.ts'
import { seedGoods } from './goods.ts'

test('the demo venue sells sixteen things with pictures: one is sold out, of some there is little left', async () => {
  const app = await testApp()
  const stocked = await seedGoods(app.runtime, app.databaseUrl)
  expect(await seedGoods(app.runtime, app.databaseUrl)).toEqual(
    expect.arrayContaining(stocked.map(({ handle, id, variantIds }) => ({ handle, id, variantIds }))),
  )
  const { products: seen, hasMore } = await products(app.runtime)
  expect({ count: seen.length, hasMore }).toEqual({ count: 16, hasMore: false })
  expect(seen.map(({ id }) => id).sort()).toEqual(stocked.map(({ id }) => id).sort())
  expect(seen.filter(product => !product.availableForSale).map(({ handle }) => handle)).toEqual(['house-bitters'])
  const low = seen.filter(({ variants }) => variants.some(({ quantityAvailable: left }) => left && left < 10))
  expect(low.length).toBeGreaterThan(4)
  expect(seen.find(({ handle }) => handle === 'house-tee')).toMatchObject({
    minPence: 2_800,
    options: [
      { name: 'Size', values: ['S', 'M', 'L', 'XL'] },
      { name: 'Colour', values: ['Vermilion', 'Ink'] },
    ],
    variants: { length: 8 },
  })
  for (const { title, images, variants } of seen) {
    expect(images.length, title).toBeGreaterThan(1)
    expect(new Set(variants.map(variant => variant.title)).size, title).toBe(variants.length)
    for (const { url, alt } of images) {
      expect(alt).toContain(title)
      const picture = await fetch(url)
      expect(picture.headers.get('content-type')).toBe('image/svg+xml')
      expect(picture.headers.get('cache-control')).toContain('immutable')
      expect(await picture.text()).toMatch(/^<svg /)
    }
  }
})
