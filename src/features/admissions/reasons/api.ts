import { and, asc, desc, eq } from 'drizzle-orm'
import { notFound } from '#platform/rpc/errors.ts'
import { forAdmin, forStaff } from '#platform/rpc/procedures.ts'
import { reasonInput } from './inputs.ts'
import { rejectionReasons } from './table.ts'

export const reasons = {
  /** Reasons of rejections, inactive ones last (APPL-16). */
  reasons: forStaff.route({ method: 'GET', summary: 'Rejection reasons' }).handler(({ context: { db } }) =>
    db
      .select({
        id: rejectionReasons.id,
        reason: rejectionReasons.reason,
        isActive: rejectionReasons.isActive,
        needsNotes: rejectionReasons.needsNotes,
      })
      .from(rejectionReasons)
      .orderBy(
        desc(rejectionReasons.isActive),
        asc(rejectionReasons.needsNotes),
        asc(rejectionReasons.createdAt),
        asc(rejectionReasons.reason),
      ),
  ),

  /** Adds a reason, or changes one. The one that asks for notes keeps its words and stays. */
  saveReason: forAdmin
    .route({ summary: 'Save a rejection reason' })
    .input(reasonInput)
    .handler(({ context, input: { id, ...values } }) =>
      context.write(async tx => {
        const [saved] = id
          ? await tx
              .update(rejectionReasons)
              .set(values)
              .where(and(eq(rejectionReasons.id, id), eq(rejectionReasons.needsNotes, false)))
              .returning({ id: rejectionReasons.id })
          : await tx
              .insert(rejectionReasons)
              .values({ ...values, createdAt: tx.now })
              .returning({ id: rejectionReasons.id })
        if (!saved) throw notFound()
        return { id: saved.id }
      }),
    ),
}
