/** Hidden ones are shown to their author and to the house only. */
export const visibilities = ['published', 'hidden'] as const
export type Visibility = (typeof visibilities)[number]

export const longestTitle = 150
export const longestPost = 5_000
export const longestComment = 2_000
