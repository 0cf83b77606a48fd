/** A picture of a product, at the storefront's own address. */
export interface StorefrontImage {
  url: string
  alt: string
  width: number | null
  height: number | null
}

export interface StorefrontOption {
  name: string
  values: string[]
}

export interface SelectedOption {
  name: string
  value: string
}

export interface StorefrontVariant {
  id: string
  title: string
  pricePence: number
  availableForSale: boolean
  /** What is left; null where the storefront counts no stock. */
  quantityAvailable: number | null
  selectedOptions: SelectedOption[]
  sku: string | null
  /** In kilograms; null where none is said. */
  weightKg: number | null
}

/** A product as the storefront shows it (SHOP-08). Money in pence, GBP. */
export interface StorefrontProduct {
  id: string
  handle: string
  title: string
  /** Plain text; paragraphs have an empty line between. */
  description: string
  productType: string
  vendor: string
  tags: string[]
  createdAt: Date
  minPence: number
  maxPence: number
  availableForSale: boolean
  images: StorefrontImage[]
  /** None where it comes in one form only. */
  options: StorefrontOption[]
  /** Ten of them in lists, up to 250 of one product. */
  variants: StorefrontVariant[]
  /** How many there are, also where they are not all read. */
  variantsCount: number
}

/** A variant by itself, with the product that it belongs to. */
export interface StorefrontVariantOfProduct extends StorefrontVariant {
  product: { id: string; handle: string; title: string; image: StorefrontImage | null }
}

/** What a cart is made of. `attributes` come back with the order that is made of it. */
export interface CartDraft {
  lines: { variantId: string; quantity: number }[]
  attributes: Record<string, string>
}

export interface StorefrontCart {
  id: string
  /** The storefront's own page; may have a query already. */
  checkoutUrl: string
}

/** `partlyRefunded` is paid still; of `void` nothing is owed any more. */
export const storefrontOrderStatuses = ['pending', 'paid', 'partlyRefunded', 'refunded', 'void'] as const
export type StorefrontOrderStatus = (typeof storefrontOrderStatuses)[number]

export interface StorefrontOrderLine {
  /** Null when the variant or product was deleted since. */
  variantId: string | null
  productId: string | null
  title: string
  quantity: number
  /** What is left of it after refunds. */
  currentQuantity: number
  pricePence: number
}

/** An order at the storefront, as it is now. */
export interface StorefrontOrder {
  id: string
  /** As people read it, e.g. #1001. */
  name: string
  status: StorefrontOrderStatus
  /** What the house put into the cart as `reference`. */
  reference: string | null
  totalPence: number
  refundedPence: number
  createdAt: Date
  /** When it was paid in full; null while it is not. */
  paidAt: Date | null
  lines: StorefrontOrderLine[]
}

/** How the house finds the order of a cart that it made: by the cart's id, sure of it by the reference in its attributes. */
export interface OrderSought {
  cartId: string
  reference: string
  /** When the cart was made: an order is never older. */
  since: Date
}

/** A verified message of the storefront. What it is about is read again: messages come twice, and in any order. */
export interface StorefrontMessage {
  /** The same for each repetition. */
  id: string
  /** `orders/paid`, `refunds/create`, … */
  topic: string
  /** The order that it is about; null for messages about something else. */
  orderId: string | null
}

/** A product as the office writes it (PRD-04). */
export interface ProductDraft {
  /** Null for a new one. */
  id: string | null
  /** The address of the product; a new one that is sent twice with the same handle is made once. */
  handle: string
  title: string
  /** Plain text; null leaves what is there, with the markup that it may have. */
  description: string | null
  productType: string
  vendor: string
  tags: string[]
  /** Up to three. Without any there is one variant. */
  options: string[]
  variants: {
    /** Null for a new one. */
    id: string | null
    /** One value for each option, in their order. */
    values: string[]
    pricePence: number
    sku: string
    weightKg: number | null
  }[]
  /** Addresses that the storefront can fetch pictures from. */
  images: { url: string; alt: string }[]
}

export const storefrontFailures = [
  'notConnected',
  'paymentRequired',
  'http',
  'graphql',
  'late',
  'away',
  'unreadable',
  'noCart',
  'noCheckoutUrl',
  'refused',
] as const
export type StorefrontFailure = (typeof storefrontFailures)[number]

/** Of the id of a message, as long as a job may carry. */
export const mostOfId = 255
/** So many orders are read of one reference. */
export const mostOfReference = 10
