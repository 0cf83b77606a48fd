import { and, desc, eq } from 'drizzle-orm'
import { heldComment } from '#features/community/comments/model.ts'
import { keepEvidence } from '#features/community/evidence/model.ts'
import { heldPost } from '#features/community/posts/model.ts'
import { communityPostComments, communityPosts } from '#features/community/posts/table.ts'
import { demand, notFound } from '#platform/rpc/errors.ts'
import { forAdmin, forSignedIn } from '#platform/rpc/procedures.ts'
import { appealDecision, appealInput, decisionInput, hideInput, reportInput, thingRef } from './inputs.ts'
import {
  about,
  answerAppeal,
  type Case,
  fateOf,
  hidingDecision,
  keepDecision,
  lockCase,
  lockThing,
  setVisibility,
  tellAuthor,
  tellOffice,
  writtenOf,
} from './model.ts'
import { whyNot } from './rules.ts'
import { communityDecisions, communityReports } from './table.ts'

const [d, r] = [communityDecisions, communityReports]

/** Reports, decisions and appeals (decisions 38 and 45); part of `community` in the router. */
export const moderationCalls = {
  /** Reports a post or a comment to the house, which keeps it as it is now; a second time changes nothing while the first waits. NOT_FOUND, OWN; RATE_LIMITED after 50 in a day. */
  report: forSignedIn
    .meta({ limit: { as: 'Reports of posts', points: 50, seconds: 86_400 } })
    .route({ summary: 'Report a post or a comment' })
    .input(reportInput)
    .handler(({ input: { postId, commentId = null, reason }, context: { actor, write } }) =>
      write(async tx => {
        const post = await heldPost(tx, postId, actor)
        const comment = commentId ? await heldComment(tx, postId, commentId, actor) : null
        demand(whyNot.report(actor.userId, (comment ?? post).userId))
        const evidenceId = await keepEvidence(tx, writtenOf(post, comment))
        await tx
          .insert(r)
          .values({ postId, commentId, evidenceId, userId: actor.userId, reason, createdAt: tx.now })
          .onConflictDoNothing()
        await tellOffice(tx)
        return { isReported: true }
      }),
    ),

  /** Why the house hid what one wrote, and what became of one's appeal. NOT_FOUND for what is not hidden, or not one's own. */
  ownDecision: forSignedIn
    .route({ method: 'GET', summary: 'Why an own post or comment is hidden' })
    .input(thingRef)
    .handler(async ({ input: { postId, commentId = null }, context: { db, actor } }) => {
      const [row] = await db
        .select({
          ...{ id: d.id, outcome: d.outcome, reason: d.reason, createdAt: d.createdAt, appeal: d.appeal },
          ...{ appealedAt: d.appealedAt, appealOutcome: d.appealOutcome, appealAnswer: d.appealAnswer },
          ...{ appealDecidedAt: d.appealDecidedAt, status: fateOf(d) },
        })
        .from(d)
        .leftJoin(communityPosts, eq(communityPosts.id, d.postId))
        .leftJoin(communityPostComments, eq(communityPostComments.id, d.commentId))
        .where(and(about(d, { postId, commentId }), eq(d.authorId, actor.userId), eq(d.outcome, 'hidden')))
        .orderBy(desc(d.createdAt), desc(d.id))
        .limit(1)
      if (row?.status !== 'hidden') throw notFound()
      return { ...row, can: { appeal: whyNot.appeal(row) === null } }
    }),

  /** Says once why something of one's own should be shown again. NOT_FOUND, NOT_HIDDEN, ALREADY_APPEALED. */
  appeal: forSignedIn
    .route({ summary: 'Appeal against a decision of the house' })
    .input(appealInput)
    .handler(({ input: { id, words }, context: { actor, write } }) =>
      write(async tx => {
        const [named] = await tx
          .select({ postId: d.postId, commentId: d.commentId })
          .from(d)
          .where(and(eq(d.id, id), eq(d.authorId, actor.userId)))
        if (!named) throw notFound()
        const { status } = await lockThing(tx, named)
        const decision = await hidingDecision(tx, named)
        // One that a later decision took the place of is no longer what hides it.
        if (decision?.id !== id) throw notFound()
        demand(whyNot.appeal({ ...decision, status }))
        await tx.update(d).set({ appeal: words, appealedAt: tx.now }).where(eq(d.id, id))
        await tellOffice(tx)
        return { id }
      }),
    ),

  /**
   * Decides about a reported post or comment as it was reported, which answers every report of it (decision 38), also when its author
   * has deleted it since. NOT_FOUND, ALREADY_DECIDED.
   */
  decide: forAdmin
    .route({ summary: 'Decide about a report' })
    .input(decisionInput)
    .handler(({ input: { id, outcome, reason }, context: { write } }) =>
      write(async tx => {
        const [named] = await tx.select({ postId: r.postId, commentId: r.commentId }).from(r).where(eq(r.id, id))
        if (!named) throw notFound()
        const thing: Case = await lockCase(tx, named)
        const [report] = await tx
          .select({ decisionId: r.decisionId, evidenceId: r.evidenceId })
          .from(r)
          .where(eq(r.id, id))
        if (!report) throw notFound()
        demand(whyNot.decide(report))
        await keepDecision(tx, thing, { outcome, reason, evidenceId: report.evidenceId })
        if (outcome === 'hidden' && thing.status === 'gone')
          await tellAuthor(tx, thing, { title: 'The house would have hidden what you deleted', text: reason })
        else if (outcome === 'hidden') await setVisibility(tx, thing, reason)
        await tellOffice(tx)
        return { id, outcome }
      }),
    ),

  /** Hides a post or a comment that nobody needs to have reported; its author reads why, and may appeal. NOT_FOUND, ALREADY_HIDDEN. */
  hide: forAdmin
    .route({ summary: 'Hide a post or a comment' })
    .input(hideInput)
    .handler(({ input: { reason, ...named }, context: { write } }) =>
      write(async tx => {
        const thing = await lockThing(tx, named)
        demand(whyNot.hide(thing.status))
        const evidenceId = await keepEvidence(tx, thing)
        await keepDecision(tx, thing, { outcome: 'hidden', reason, evidenceId })
        await setVisibility(tx, thing, reason)
        await tellOffice(tx)
        return { postId: thing.postId, commentId: thing.commentId }
      }),
    ),

  /** Shows what was hidden again; an appeal that waits is answered by it. NOT_FOUND, NOT_HIDDEN. */
  show: forAdmin
    .route({ summary: 'Show a hidden post or comment again' })
    .input(thingRef)
    .handler(({ input: named, context: { write } }) =>
      write(async tx => {
        const thing = await lockThing(tx, named)
        demand(whyNot.show(thing.status))
        const decision = await hidingDecision(tx, thing)
        if (decision && whyNot.decideAppeal(decision) === null) await answerAppeal(tx, decision.id, 'restored', '')
        await setVisibility(tx, thing, null)
        await tellOffice(tx)
        return { postId: thing.postId, commentId: thing.commentId }
      }),
    ),

  /** Decides about an appeal: what was hidden is shown again, unless its author deleted it, or stays hidden. NOT_FOUND, NOT_APPEALED, ALREADY_DECIDED. */
  decideAppeal: forAdmin
    .route({ summary: 'Decide about an appeal' })
    .input(appealDecision)
    .handler(({ input: { id, outcome, answer }, context: { write } }) =>
      write(async tx => {
        const [named] = await tx.select({ postId: d.postId, commentId: d.commentId }).from(d).where(eq(d.id, id))
        if (!named) throw notFound()
        const thing: Case = await lockCase(tx, named)
        const [decision] = await tx.select().from(d).where(eq(d.id, id))
        if (!decision) throw notFound()
        demand(whyNot.decideAppeal(decision))
        await answerAppeal(tx, id, outcome, answer)
        if (outcome === 'restored' && thing.status === 'hidden') await setVisibility(tx, thing, null, answer)
        else await tellAuthor(tx, thing, { title: 'Your appeal was decided', text: answer })
        await tellOffice(tx)
        return { id, outcome }
      }),
    ),
}
