/** `npm run test:long`: the random tests, races and crashes in their long form. */
export const isLong = Boolean(process.env.LONG_TESTS)

/** The seed of this run's random tests, printed in their titles; SEED_OF_TESTS repeats a run. */
export const seed = Number(process.env.SEED_OF_TESTS ?? Date.now() % 1_000_000)
