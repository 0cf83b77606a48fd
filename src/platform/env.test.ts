import { mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readEnv } from './env.ts'

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://house.example',
  SECRET: 'mC0G9pX3cJ4uYtq8fZ1sVnR6wKb2LhQ7dTeAxoNiP5s=',
  TRUST_PROXY: 'on',
  METRICS_TOKEN: 'd41d8cd98f00b204',
  SMTP_URL: 'smtps://user:password@mail.example',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
}

/** The variables that a start with this environment complains of; each line says how to mend it. */
function complaints(env: Record<string, string>): string[] {
  try {
    readEnv(env)
    return []
  } catch (error) {
    const [first, ...lines] = (error as Error).message.split('\n')
    expect(first).toMatch(/^The configuration is not usable/)
    return lines.map(line => /^ {2}([A-Z_]+): .{10,}$/.exec(line)?.[1] ?? line)
  }
}

test('[L5] production starts with everything that it needs, and with no simulator', () => {
  const env = readEnv(production)
  expect(env.simulate).toEqual({ stripe: false, mail: false, shopify: false })
  for (const TRUST_PROXY of ['on', 'off']) expect(complaints({ ...production, TRUST_PROXY })).toEqual([])
})

const faults: [name: keyof typeof production | 'SIMULATORS' | 'SEED', value: string][] = [
  ['PUBLIC_URL', ''],
  ['PUBLIC_URL', 'http://house.example'],
  ['PUBLIC_URL', 'house.example'],
  ['PUBLIC_URL', 'https://house.example/members'],
  ['PUBLIC_URL', 'https://user:password@house.example'],
  ['SECRET', ''],
  ['SECRET', 'short'],
  ['SECRET', 'a'.repeat(64)],
  ['SECRET', 'ab'.repeat(32)],
  ['SECRET', 'password'.repeat(8)],
  ['SECRET', 'abcdefghijklmnopqrstuvwxyz0123456789'],
  ['TRUST_PROXY', ''],
  ['TRUST_PROXY', 'perhaps'],
  ['METRICS_TOKEN', ''],
  ['METRICS_TOKEN', 'short'],
  ['SMTP_URL', ''],
  ['SMTP_URL', 'mail.example'],
  ['METRICS_TOKEN', 'aaaaaaaaaaaaaaaa'],
  ['STRIPE_SECRET_KEY', ''],
  ['STRIPE_SECRET_KEY', 'sk_test_1'],
  ['STRIPE_WEBHOOK_SECRET', ''],
  ['STRIPE_WEBHOOK_SECRET', 'x'],
  ['SIMULATORS', 'on'],
  ['SEED', 'on'],
]
test.each(faults)('[L5] production does not start with %s=%s, and says how to mend it', (name, value) => {
  expect(complaints({ ...production, [name]: value })).toEqual([name])
})

test('[L5] production takes a test key of the payment provider where it is said to be a trial', () => {
  expect(complaints({ ...production, STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_TEST_MODE: 'on' })).toEqual([])
})

test('[L5] everything that is wrong is told at once', () => {
  const all = Object.fromEntries(faults)
  expect(complaints({ NODE_ENV: 'production', ...all }).sort()).toEqual(
    [...new Set(faults.map(([name]) => name))].sort(),
  )
})

test('a shop that is connected by half stops the start, wherever it is', () => {
  const shop = {
    DATA_DIR: mkdtempSync(join(tmpdir(), 'exchange-env-')),
    SHOPIFY_DOMAIN: 'house.myshopify.com',
    SHOPIFY_STOREFRONT_TOKEN: 'a',
    SHOPIFY_ADMIN_TOKEN: 'b',
    SHOPIFY_WEBHOOK_SECRET: 'c',
  }
  expect(complaints({ ...production, ...shop })).toEqual([])
  expect(complaints(shop)).toEqual([])
  expect(readEnv(shop).simulate).toEqual({ stripe: true, mail: true, shopify: false })
  for (const name of ['SHOPIFY_STOREFRONT_TOKEN', 'SHOPIFY_ADMIN_TOKEN', 'SHOPIFY_WEBHOOK_SECRET'])
    expect(complaints({ ...shop, [name]: '' })).toEqual([name])
  expect(complaints({ ...shop, SHOPIFY_DOMAIN: 'https://house.example' })).toEqual(['SHOPIFY_DOMAIN'])
})

test('a developer needs nothing, and what is made for them is hard to guess', () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'exchange-env-'))
  const env = readEnv({ DATA_DIR })
  expect(env.simulate).toEqual({ stripe: true, mail: true, shopify: true })
  expect(complaints({ ...production, SECRET: env.secret })).toEqual([])
  expect(readEnv({ DATA_DIR }).secret).toBe(env.secret)
  // Nobody else of the machine reads it.
  expect(statSync(join(DATA_DIR, 'secrets.json')).mode & 0o077).toBe(0)
})
