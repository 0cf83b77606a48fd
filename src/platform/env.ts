import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'

const flag = z.enum(['on', 'off']).optional()
const port = z.coerce.number().int().min(0).max(65535)
const address = z
  .url({ protocol: /^https?$/ })
  .transform(url => url.replace(/\/+$/, ''))
  // With more than that no origin of a browser equals it, and every write would be refused as another site's.
  .refine(url => url === new URL(url).origin, 'only the beginning of the address: https://house.example')

const schema = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  PORT: port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: address.optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(20),
  SECRET: z.string().min(32, 'at least 32 characters').optional(),
  TRUST_PROXY: flag,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  CALLS_PER_MINUTE: z.coerce.number().int().min(60).default(1_200),
  METRICS_TOKEN: z.string().min(16).optional(),
  SIMULATORS: flag,
  SEED: z.enum(['on', 'off', 'small']).optional(),
  FIRST_ADMIN: z.email().optional(),
  SEARCH_ENGINES: flag,
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().default('Exchange <hello@exchange.example>'),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_TEST_MODE: flag,
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_WEBHOOK_SECRET_PREVIOUS: z.string().optional(),
  SHOPIFY_DOMAIN: z
    .string()
    .regex(/^[a-z0-9-]+\.myshopify\.com$/, 'the shop’s own domain: name.myshopify.com')
    .optional(),
  SHOPIFY_STOREFRONT_TOKEN: z.string().optional(),
  SHOPIFY_ADMIN_TOKEN: z.string().optional(),
  SHOPIFY_WEBHOOK_SECRET: z.string().optional(),
  VAPID_PUBLIC_KEY: z.string().length(87, 'what `npx web-push generate-vapid-keys` prints').optional(),
  VAPID_PRIVATE_KEY: z.string().length(43, 'what `npx web-push generate-vapid-keys` prints').optional(),
  PUSH_SERVICES: z
    .string()
    .default('')
    .transform(text => text.split(/[\s,]+/).filter(each => each !== ''))
    .pipe(z.array(address)),
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
  /** Whether search engines may list its public pages: a house in production unless it says otherwise. */
  isSearchable: boolean
  /** Which outside systems are simulated: those that have no configuration. Never in production. */
  simulate: { stripe: boolean; mail: boolean; shopify: boolean }
}

/**
 * Reads and checks the configuration once. Throws an Error with one list of everything that is wrong and how to mend it;
 * in production that includes whatever would leave the house open. Elsewhere a random `SECRET` is made and kept in the
 * data folder, so nothing secret is fixed in code.
 */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const filled = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(filled)
  const wrong = new Map(parsed.error?.issues.map(issue => [issue.path.join('.'), issue.message]))
  const isProduction = filled.NODE_ENV === 'production'
  for (const name of shopNeeds)
    if (filled.SHOPIFY_DOMAIN && !filled[name]) wrong.set(name, 'must be set where SHOPIFY_DOMAIN is')
  if (isProduction)
    for (const [name, isFine, mend] of demandsOf(filled)) if (!wrong.has(name) && !isFine) wrong.set(name, mend)
  if (!parsed.success || wrong.size > 0) {
    const lines = [...wrong].map(([name, mend]) => `  ${name}: ${mend}`)
    throw new Error(`The configuration is not usable${isProduction ? ' in production' : ''}:\n${lines.join('\n')}`)
  }
  const env = parsed.data
  const simulators = !isProduction && env.SIMULATORS !== 'off'
  const dataDir = resolve(env.DATA_DIR)
  return {
    ...env,
    dataDir,
    publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
    isProduction,
    isSearchable: env.SEARCH_ENGINES ? env.SEARCH_ENGINES === 'on' : isProduction,
    simulate: {
      stripe: simulators && !env.STRIPE_SECRET_KEY,
      mail: simulators && !env.SMTP_URL,
      shopify: simulators && !env.SHOPIFY_DOMAIN,
    },
    secret: env.SECRET ?? keptSecret(dataDir, 'secret'),
  }
}

/** A shop that is connected by half sells nothing, or believes anybody that something was paid. */
const shopNeeds = ['SHOPIFY_STOREFRONT_TOKEN', 'SHOPIFY_ADMIN_TOKEN', 'SHOPIFY_WEBHOOK_SECRET'] as const

type Demand = [name: keyof typeof schema.shape, isFine: boolean, mend: string]

/** What production needs beside values that can be read, each with how to mend it. */
function demandsOf(given: Record<string, string | undefined>): Demand[] {
  return [
    [
      'PUBLIC_URL',
      given.PUBLIC_URL?.startsWith('https:') ?? false,
      'must begin with https://, or sign-in cookies travel in clear; put a TLS-terminating proxy in front',
    ],
    [
      'SECRET',
      bitsOf(given.SECRET ?? '') >= secretBits,
      'must be set and hard to guess: take what `openssl rand -base64 32` prints, the same for every process',
    ],
    [
      'TRUST_PROXY',
      given.TRUST_PROXY !== undefined,
      'say on when one proxy stands in front and sets X-Forwarded-For, off when none does: limits count by address',
    ],
    [
      'METRICS_TOKEN',
      bitsOf(given.METRICS_TOKEN ?? '') >= tokenBits,
      'must be set, 16 characters or more and hard to guess: behind a proxy on this machine everybody would look local',
    ],
    ['SMTP_URL', given.SMTP_URL !== undefined, 'must be set: smtps://user:password@host'],
    [
      'STRIPE_SECRET_KEY',
      given.STRIPE_SECRET_KEY !== undefined &&
        (given.STRIPE_TEST_MODE === 'on' || !/^(sk|rk)_test_/.test(given.STRIPE_SECRET_KEY)),
      'must be set, from the API keys of Stripe, and no test key, with which test cards would buy everything; for a trial say STRIPE_TEST_MODE=on',
    ],
    [
      'STRIPE_WEBHOOK_SECRET',
      /^whsec_.{16,}/.test(given.STRIPE_WEBHOOK_SECRET ?? ''),
      'must be set: the signing secret (whsec_…) of the webhook to /webhooks/stripe, or anybody could say that they paid',
    ],
    [
      'SIMULATORS',
      given.SIMULATORS !== 'on',
      'must not be on: the in-box at /dev/mail shows everybody the links that sign people in',
    ],
    ['SEED', given.SEED !== 'on', 'must not be on: the demo venue brings people whose passwords are printed'],
  ]
}

const secretBits = 100
const tokenBits = 40

/** About how many bits a guesser must find: of letters and of the steps between them, told once however often repeated. */
function bitsOf(text: string): number {
  const [, unit = text] = /^(.+?)\1+$/s.exec(text) ?? []
  const letters = [...unit].map(letter => letter.codePointAt(0) ?? 0)
  return Math.min(entropy(letters), entropy(letters.slice(1).map((letter, at) => letter - letters[at]!)))
}

function entropy(values: number[]): number {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts.values()].reduce((sum, count) => sum - count * Math.log2(count / values.length), 0)
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
