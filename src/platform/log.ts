import { pino } from 'pino'

export type Log = pino.Logger

/** Structured logs on stdout. Personal data has no place in them: only ids, codes, paths and counts are logged. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    redact: {
      paths: ['email', '*.email', 'password', '*.password', 'headers', '*.headers', 'to', '*.to', 'props', '*.props'],
      censor: '[kept out]',
    },
    serializers: { err: error => withoutValues(pino.stdSerializers.err(error)) },
  })
}

// A failed query repeats its values, which are people's data: what remains is the statement and the database's reason.
function withoutValues(error: pino.SerializedError) {
  const strip = (text: string | undefined) => text?.replace(/\nparams:[\s\S]*?(?=\n {4}at |: [^:]*$|$)/g, '')
  const { params: _, detail: __, parameters: ___, ...rest } = error as pino.SerializedError & Record<string, unknown>
  return { ...rest, message: strip(error.message), stack: strip(error.stack) }
}
