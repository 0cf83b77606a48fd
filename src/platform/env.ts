import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'

const flag = z.enum(['on', 'off']).optional()
const port = z.coerce.number().int().min(0).max(65535)
const address = z.url({ protocol: /^https?$/ }).transform(url => url.replace(/\/+$/, ''))

const schema = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  PORT: port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: address.optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(20),
  SECRET: z.string().min(32, 'SECRET needs at least 32 characters').optional(),
  TRUST_PROXY: flag,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  METRICS_TOKEN: z.string().min(16).optional(),
  SIMULATORS: flag,
  SEED: flag,
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().default('Exchange <hello@exchange.example>'),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_WEBHOOK_SECRET_PREVIOUS: z.string().optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().optional(),
  S3_ENDPOINT: z.url().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
})

export interface Env extends z.output<typeof schema> {
  /** Where people reach this venue, without a trailing slash; links in mails start with it. */
  publicUrl: string
  dataDir: string
  /** Secret of this venue: session signatures and ticket keys derive from it. */
  secret: string
  isProduction: boolean
  /** Which outside systems are simulated: those that have no configuration. Never in production unless asked for. */
  simulate: { stripe: boolean; mail: boolean }
}

/**
 * Reads and checks the configuration once. Throws an Error that names every wrong variable in plain words.
 * Without `SECRET` a random one is made and kept in the data folder, so nothing secret is fixed in code.
 */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const filled = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(filled)
  if (!parsed.success) {
    const lines = parsed.error.issues.map(issue => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`The configuration is not usable:\n${lines.join('\n')}`)
  }
  const env = parsed.data
  const isProduction = env.NODE_ENV === 'production'
  const simulators = env.SIMULATORS ? env.SIMULATORS === 'on' : !isProduction
  const simulate = { stripe: simulators && !env.STRIPE_SECRET_KEY, mail: simulators && !env.SMTP_URL }
  if (isProduction) {
    const missing = [
      !env.PUBLIC_URL && 'PUBLIC_URL',
      !env.SMTP_URL && !simulate.mail && 'SMTP_URL',
      !env.STRIPE_SECRET_KEY && !simulate.stripe && 'STRIPE_SECRET_KEY',
      env.STRIPE_SECRET_KEY && !env.STRIPE_WEBHOOK_SECRET && 'STRIPE_WEBHOOK_SECRET',
    ].filter(Boolean)
    if (missing.length > 0) throw new Error(`In production these must be set: ${missing.join(', ')}`)
  }
  const dataDir = resolve(env.DATA_DIR)
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`
  return {
    ...env,
    dataDir,
    publicUrl,
    isProduction,
    simulate,
    secret: env.SECRET ?? keptSecret(dataDir, 'secret'),
  }
}

/** A random secret kept in the data folder under `name`, made at first use. Readable by the owner only. */
export function keptSecret(dataDir: string, name: string): string {
  const file = join(dataDir, 'secrets.json')
  const secrets = readSecrets(file)
  const found = secrets[name]
  if (found) return found
  const made = randomBytes(32).toString('base64url')
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(file, `${JSON.stringify({ ...secrets, [name]: made }, null, 2)}\n`, { mode: 0o600 })
  return made
}

function readSecrets(file: string): Record<string, string> {
  try {
    return z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new Error(`${file} cannot be read: ${(error as Error).message}`)
  }
}
