/**
 * Points come for what somebody did, or as a bonus; go for what they were spent on; and come back when that is given back. What
 * came by mistake is taken back: then it never came.
 */
export const pointMoveTypes = ['earned', 'bonus', 'spent', 'returned', 'taken_back'] as const
export type PointMoveType = (typeof pointMoveTypes)[number]
