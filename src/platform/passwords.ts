import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)
// OWASP's first choice for argon2id: 19 MiB, two passes, one lane.
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }

/** Hashes a password with argon2id; the parameters stand in the result, so they can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive('argon2id', { ...cost, message: normal(password), nonce })
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${nonce.toString('base64url')}$${tag.toString('base64url')}`
}

export async function verifyPassword({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/.exec(hash)
  if (!match) return false
  const expected = Buffer.from(match[5]!, 'base64url')
  const tag = await derive('argon2id', {
    memory: Number(match[1]),
    passes: Number(match[2]),
    parallelism: Number(match[3]),
    tagLength: expected.length,
    nonce: Buffer.from(match[4]!, 'base64url'),
    message: normal(password),
  })
  return timingSafeEqual(tag, expected)
}

/**
 * True for passwords that a guesser tries early: common ones, and ones made of the person's own words (decision 5).
 * A short one without any pattern is weak but not common; how long one must be is another rule.
 */
export async function isCommonPassword(password: string, ownWords: string[] = []): Promise<boolean> {
  const { estimator } = await loadEstimator()
  const { score, sequence } = estimator.check(password.slice(0, 100), ownWords.filter(Boolean))
  return score < 2 && sequence.some(({ pattern }) => pattern !== 'bruteforce')
}

// The dictionaries are large; they are read when the first password is chosen, not at start.
let loading:
  | Promise<{
      estimator: {
        check(password: string, words?: string[]): { score: number; sequence: { pattern: string }[] }
      }
    }>
  | undefined
function loadEstimator() {
  loading ??= Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]).then(([core, common, english]) => ({
    estimator: new core.ZxcvbnFactory({
      dictionary: { ...common.dictionary, ...english.dictionary },
      graphs: common.adjacencyGraphs,
    }),
  }))
  return loading
}

const normal = (password: string) => Buffer.from(password.normalize('NFKC'))
