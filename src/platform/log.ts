import { pino } from 'pino'

export type Log = pino.Logger

/** Structured logs on stdout. Personal data has no place in them: only ids, codes, paths and counts are logged. */
export function createLog(level: string, to?: pino.DestinationStream): Log {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    redact: {
      paths: ['email', '*.email', 'password', '*.password', 'headers', '*.headers', 'to', '*.to', 'props', '*.props'],
      censor: '[kept out]',
    },
    serializers: { err: error => withoutValues(pino.stdSerializers.err(error)) },
  }
  return to ? pino(options, to) : pino(options)
}

/**
 * What libraries write to the console goes through the log, where values of people are taken out; our own code has no
 * console (the lint rule noConsole). Texts are cut short: what is long is data. Resolves to what undoes it.
 */
export function consoleToLog(log: Log): () => void {
  const levels = { debug: 'debug', log: 'info', info: 'info', warn: 'warn', error: 'error', trace: 'debug' } as const
  const before = Object.keys(levels).map(name => [name, Reflect.get(console, name)] as const)
  for (const [name, level] of Object.entries(levels))
    Reflect.set(console, name, (...said: unknown[]) => {
      const err = said.find(each => each instanceof Error)
      const text = said.filter(each => typeof each === 'string').join(' ')
      log[level]({ from: 'console', ...(err && { err }) }, strip(text.slice(0, maxText)))
    })
  return () => {
    for (const [name, own] of before) Reflect.set(console, name, own)
  }
}

/** characters */
const maxText = 500

// A failed query repeats its values, which are people's data: what remains is the statement and the database's reason.
function withoutValues(error: pino.SerializedError) {
  const { params: _, detail: __, parameters: ___, ...rest } = error as pino.SerializedError & Record<string, unknown>
  return { ...rest, message: strip(error.message), stack: strip(error.stack) }
}

/** PostgreSQL says the value that it could not read behind a colon, in quotation marks. */
const strip = <Text extends string | undefined>(text: Text) =>
  text?.replace(/\nparams:[\s\S]*?(?=\n {4}at |: [^:]*$|$)/g, '').replace(/: "[^\n]*"(?=\n|$)/g, ': (kept out)') as Text
