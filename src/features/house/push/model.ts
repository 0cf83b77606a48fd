import { eq } from 'drizzle-orm'
import type { Env } from '#platform/env.ts'
import type { Runtime } from '#platform/runtime.ts'
import { sealFor } from '#platform/seal.ts'
import { isPushService } from './rules.ts'
import { pushKeys } from './table.ts'

/** What is shown on a device: `tag` takes the place of what was shown under the same one before. */
export interface PushMessage {
  tag: string
  title: string
  body: string
  /** Where a press on it leads, on this site. */
  path: string
}

interface Subscription {
  endpoint: string
  p256dh: string
  auth: string
}

interface Keys {
  publicKey: string
  privateKey: string
}

/** A device that was off for longer is told in the house. */
const keptSeconds = 24 * 3_600
const timeoutMs = 10_000

/**
 * Sends one message to one device, encrypted for it alone (RFC 8291). `gone`: the subscription is good no more and is to be
 * removed. Throws when the service fails or asks to wait: a job tries again.
 */
export async function push(runtime: Runtime, to: Subscription, message: PushMessage): Promise<'sent' | 'gone'> {
  const { env, log } = runtime
  if (!isPushService(to.endpoint, env.PUSH_SERVICES)) return 'gone'
  const { default: webPush } = await import('web-push')
  // A key that nothing can be encrypted for becomes none by trying again.
  if (!isKey(webPush, to)) return 'gone'
  const { endpoint, body, ...request } = webPush.generateRequestDetails(
    { endpoint: to.endpoint, keys: { p256dh: to.p256dh, auth: to.auth } },
    JSON.stringify(message),
    {
      vapidDetails: { subject: contactOf(env), ...(await houseKeys(runtime)) },
      TTL: keptSeconds,
      urgency: 'normal',
      topic: message.tag.replaceAll('-', '').slice(0, 32),
      contentEncoding: 'aes128gcm',
    },
  )
  const answer = await fetch(endpoint, {
    method: request.method,
    headers: Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]),
    body: new Uint8Array(body ?? []),
    // Where it answers with another address, nobody has looked at that one.
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  })
  await answer.body?.cancel()
  if (answer.ok) return 'sent'
  if (hasEnded.includes(answer.status)) return 'gone'
  log.warn({ service: new URL(endpoint).host, status: answer.status }, 'push refused')
  if (isOurFault(answer.status)) return 'sent'
  throw new Error(`the push service answered ${answer.status}`)
}

function isKey({ encrypt }: typeof import('web-push'), { p256dh, auth }: Subscription): boolean {
  try {
    encrypt(p256dh, auth, '', 'aes128gcm')
    return true
  } catch {
    return false
  }
}

/** Not there any more, or made for other keys than the house has now. */
const hasEnded = [401, 403, 404, 410]
/** Sent once more it would be refused once more. */
const isOurFault = (status: number) => status >= 300 && status < 500 && ![408, 425, 429].includes(status)

/** Whom a push service writes to when something is wrong with what the house sends. */
const contactOf = ({ publicUrl, MAIL_FROM }: Env) =>
  publicUrl.startsWith('https:') ? publicUrl : `mailto:${/<(.+)>/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM}`

/** The keys of the environment, or those of the database, made the first time that anybody asks. */
export async function houseKeys({ db, env, clock }: Pick<Runtime, 'db' | 'env' | 'clock'>): Promise<Keys> {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = env
  if (publicKey && privateKey) return { publicKey, privateKey }
  const seal = sealFor(env.secret, 'push keys')
  const read = async () => (await db.select().from(pushKeys).where(eq(pushKeys.id, 'house')))[0]
  const opened = (row: Awaited<ReturnType<typeof read>>): Keys | null => {
    const key = row && seal.open(row.sealedKey, row.publicKey)
    return key ? { publicKey: row.publicKey, privateKey: key.toString() } : null
  }
  const kept = await read()
  const keys = opened(kept)
  if (keys) return keys
  const { default: webPush } = await import('web-push')
  const made = webPush.generateVAPIDKeys()
  const row = {
    publicKey: made.publicKey,
    sealedKey: seal.close(made.privateKey, made.publicKey),
    createdAt: clock.now(),
  }
  // Of two who make them at once, one does. Those closed under another secret are of use to nobody.
  if (kept) await db.update(pushKeys).set(row).where(eq(pushKeys.sealedKey, kept.sealedKey))
  else
    await db
      .insert(pushKeys)
      .values({ id: 'house', ...row })
      .onConflictDoNothing()
  return opened(await read())!
}
