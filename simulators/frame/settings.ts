import type pg from 'pg'

type Reader = Pick<pg.Pool, 'query'>

/** What a control page can make go wrong, for every process at once: one row of `settings` in the simulator's schema. */
export function settingsIn<Settings extends object>(schema: string, columns: Record<keyof Settings & string, string>) {
  const all = Object.entries<string>(columns)
  const list = all.map(([name, column]) => `${column} as "${name}"`).join(', ')
  return {
    async read(pool: Reader): Promise<Settings> {
      const { rows } = await pool.query(`select ${list} from ${schema}.settings`)
      return rows[0]
    },

    /** What is not named stays as it is. */
    async change(pool: Reader, change: Partial<Settings>): Promise<void> {
      const wanted = change as Record<string, unknown>
      const given = all.filter(([name]) => wanted[name] !== undefined)
      if (given.length === 0) return
      const sets = given.map(([, column], at) => `${column} = $${at + 1}`)
      await pool.query(
        `update ${schema}.settings set ${sets.join(', ')}`,
        given.map(([name]) => wanted[name]),
      )
    },
  }
}
