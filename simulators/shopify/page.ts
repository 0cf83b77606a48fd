import { pagesBelow } from '../frame/page.ts'

export const pages = pagesBelow('/dev/shopify')
export const { page, notFound } = pages
