/** Points come for what somebody did, or as a bonus; go for what they were spent on; and come back when that is given back. */
export const pointMoveTypes = ['earned', 'bonus', 'spent', 'returned'] as const
export type PointMoveType = (typeof pointMoveTypes)[number]
