const PASSED_ON = ['PATH', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'SystemRoot', 'TEMP', 'TMP']

/**
 * What PostgreSQL's programs see of our environment: neither our secrets, which everything that runs under the same
 * account could read, nor PG* variables that would change their behaviour. Messages are in English: some are read.
 */
export function programEnvironment(): Record<string, string> {
  const kept = PASSED_ON.flatMap(name => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))
  return { ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC' }
}
