import { notifications } from '#features/house/notifications/table.ts'
import type { Target } from './target.ts'

type Values = Omit<typeof notifications.$inferInsert, 'isOpen' | 'toldAt'> & { createdAt: Date }

/** What somebody was told at some time, read or not; the house has mailed it as well. */
export async function notification({ db }: Pick<Target, 'db'>, values: Values): Promise<void> {
  // An old one takes nothing in any more.
  await db.insert(notifications).values({ isMailed: true, ...values, toldAt: values.createdAt, isOpen: false })
}
