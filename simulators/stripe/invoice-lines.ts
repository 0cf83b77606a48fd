import type { Stripe } from 'stripe'
import { spread } from './line-items.ts'
import { idOf, make, newId } from './samples.ts'

/** One line of an invoice before the invoice exists. */
export interface LineDraft {
  amount: number
  description: string
  isProration: boolean
  /** The pending invoice item that it came from. */
  invoiceItem: string | null
  period: { start: number; end: number }
  price: Stripe.Price
  quantity: number
  /** Null for things that are paid once. */
  subscriptionItem: string | null
}

/** The lines of an invoice; each discount is spread over the lines that it applies to. */
export function invoiceLines(
  invoice: Stripe.Invoice,
  subscription: Stripe.Subscription,
  drafts: LineDraft[],
  reductions: { discount: string; amount: number }[],
): Stripe.InvoiceLineItem[] {
  const weights = drafts.map(draft => (draft.isProration ? 0 : draft.amount))
  const shares = reductions.map(({ discount, amount }) => ({ discount, amounts: spread(amount, weights) }))
  return drafts.map((draft, index) =>
    make('line_item', {
      amount: draft.amount,
      currency: invoice.currency,
      description: draft.description,
      discount_amounts: draft.isProration
        ? []
        : shares.map(({ discount, amounts }) => ({ amount: amounts[index]!, discount })),
      discountable: !draft.isProration,
      invoice: invoice.id,
      metadata: subscription.metadata,
      parent: {
        invoice_item_details: draft.subscriptionItem
          ? null
          : {
              invoice_item: draft.invoiceItem ?? newId('invoiceitem'),
              proration: false,
              proration_details: { credited_items: null },
              subscription: subscription.id,
            },
        subscription_item_details: draft.subscriptionItem
          ? {
              invoice_item: draft.invoiceItem,
              proration: draft.isProration,
              proration_details: { credited_items: null },
              subscription: subscription.id,
              subscription_item: draft.subscriptionItem,
            }
          : null,
        type: draft.subscriptionItem ? 'subscription_item_details' : 'invoice_item_details',
      },
      period: draft.period,
      pricing: {
        price_details: { price: draft.price.id, product: idOf(draft.price.product) },
        type: 'price_details',
        unit_amount_decimal: String(draft.price.unit_amount ?? 0),
      },
      quantity: draft.quantity,
      quantity_decimal: String(draft.quantity),
      subscription: subscription.id,
      subtotal: draft.amount,
    }),
  )
}

/** The lines for one ordinary period of a subscription. */
export function periodLines(subscription: Stripe.Subscription, isTrial: boolean): LineDraft[] {
  return subscription.items.data.map(item => {
    const quantity = item.quantity ?? 1
    const unit = (item.price.unit_amount ?? 0) / 100
    const shown = new Intl.NumberFormat('en-GB', { style: 'currency', currency: item.price.currency }).format(unit)
    const every = item.price.recurring?.interval ?? 'month'
    return {
      amount: isTrial ? 0 : quantity * (item.price.unit_amount ?? 0),
      description: isTrial
        ? 'Free trial'
        : `${quantity} × ${item.price.nickname ?? 'subscription'} (at ${shown} / ${every})`,
      invoiceItem: null,
      isProration: false,
      period: { start: item.current_period_start, end: item.current_period_end },
      price: item.price,
      quantity,
      subscriptionItem: item.id,
    }
  })
}

/** The lines for things bought once together with a subscription. */
export function oneTimeLines(items: Stripe.LineItem[], now: number): LineDraft[] {
  return items.map(item => ({
    amount: item.amount_subtotal,
    description: item.description ?? '',
    invoiceItem: null,
    isProration: false,
    period: { start: now, end: now },
    price: item.price!,
    quantity: item.quantity ?? 1,
    subscriptionItem: null,
  }))
}
