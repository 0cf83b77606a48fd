/** Which products are shown: all unless told (SHOP-02). */
export const shows = ['unlocked', 'locked', 'exclusive'] as const
export type Show = (typeof shows)[number]

export const showWords: Record<Show | 'all', string> = {
  all: 'All',
  unlocked: 'Unlocked',
  locked: 'Locked',
  exclusive: 'Exclusive only',
}

/** Their order: newest unless told (SHOP-03). */
export const sorts = ['price-low', 'price-high', 'points-low', 'points-high'] as const
export type Sort = (typeof sorts)[number]

export const sortWords: Record<Sort | 'newest', string> = {
  newest: 'Newest',
  'price-low': 'Price, low to high',
  'price-high': 'Price, high to low',
  'points-low': 'Points, low to high',
  'points-high': 'Points, high to low',
}

export const messages = {
  cartFailed: 'Failed to load your cart',
  ordersFailed: 'Failed to load your purchases',
  /** SHOP-19. */
  inNewTab: 'Complete your purchase in the new tab',
  /** The browser keeps new tabs closed. */
  isReady: 'Your checkout is ready',
}
