import { and, desc, eq, sql } from 'drizzle-orm'
import { whyOnHold } from '#platform/auth/actor.ts'
import { demand, refusal } from '#platform/rpc/errors.ts'
import { forAccount, forAdmin, forVisitor } from '#platform/rpc/procedures.ts'
import { acceptInput, messages, versionInput } from './inputs.ts'
import { codeAcceptances, codeOfConduct } from './table.ts'

export const conduct = {
  /** The active code of conduct; null when none was published (JOIN-40). */
  active: forVisitor.route({ method: 'GET', summary: 'Code of conduct' }).handler(async ({ context: { db } }) => {
    const { version, title, sections, publishedAt } = codeOfConduct
    const [row] = await db
      .select({ version, title, sections, publishedAt })
      .from(codeOfConduct)
      .where(eq(codeOfConduct.isActive, true))
    return row ?? null
  }),

  /** Which version the person accepted, and whether they are to accept a newer one. */
  standing: forAccount
    .route({ method: 'GET', summary: 'Own acceptance' })
    .handler(async ({ context: { db, actor } }) => {
      const [active] = await db
        .select({ version: codeOfConduct.version })
        .from(codeOfConduct)
        .where(eq(codeOfConduct.isActive, true))
      const [accepted] = await db
        .select({ version: codeAcceptances.version, acceptedAt: codeAcceptances.acceptedAt })
        .from(codeAcceptances)
        .where(eq(codeAcceptances.userId, actor.userId))
        .orderBy(desc(codeAcceptances.version))
        .limit(1)
      return {
        activeVersion: active?.version ?? null,
        accepted: accepted ?? null,
        mustAccept: active !== undefined && (accepted?.version ?? 0) < active.version,
      }
    }),

  /** Records that the person accepted the version they read (JOIN-39, CON-19). Repeating it changes nothing. */
  accept: forAccount
    .route({ summary: 'Accept the code of conduct' })
    .input(acceptInput)
    .handler(({ context, input: { version } }) =>
      context.write(async tx => {
        demand(whyOnHold(context.actor))
        const [active] = await tx
          .select({ version: codeOfConduct.version })
          .from(codeOfConduct)
          .where(and(eq(codeOfConduct.isActive, true), eq(codeOfConduct.version, version)))
        if (!active) throw refusal('OUTDATED_VERSION', messages.outdated)
        await tx
          .insert(codeAcceptances)
          .values({
            userId: context.actor.userId,
            version,
            acceptedAt: tx.now,
            ipAddress: context.request.ipAddress,
          })
          .onConflictDoNothing()
        await tx.announce({
          to: { userId: context.actor.userId },
          kind: 'conduct.accepted',
        })
        return { version }
      }),
    ),

  /** Publishes a new version, which everybody is asked to accept. Earlier ones are kept. */
  publish: forAdmin
    .route({ summary: 'Publish a code of conduct' })
    .input(versionInput)
    .handler(({ context, input }) =>
      context.write(async tx => {
        const [last] = await tx
          .select({ version: sql<number>`coalesce(max(${codeOfConduct.version}), 0)::int` })
          .from(codeOfConduct)
        const version = last!.version + 1
        await tx.update(codeOfConduct).set({ isActive: false }).where(eq(codeOfConduct.isActive, true))
        await tx.insert(codeOfConduct).values({
          ...input,
          version,
          isActive: true,
          publishedAt: tx.now,
          publishedBy: context.actor.userId,
        })
        await tx.announce({ to: 'everyone', topic: 'conduct', kind: 'conduct.published' })
        return { version }
      }),
    ),
}
