import { type Check, type Import, isTest } from './project.ts'

/** The one file that holds its thread up, which is never the one that answers. */
const place = 'src/platform/heavy/thread.ts'
const packages = /^(sharp|pdfkit|@zxcvbn-ts\/[\w-]+)(\/|$)/

/** What takes a processor for long runs in threads with a budget, never in the thread that answers everybody. */
export const heavy: Check = {
  name: 'heavy',
  run: project => ({
    findings: project.sources
      .filter(({ path }) => path.startsWith('src/') && !isTest(path))
      .flatMap(({ path, imports, text }) => [
        ...imports.flatMap(imported => refuse(path, imported)),
        ...(path !== place && /\b(argon2|scrypt|pbkdf2)(Sync)?\b/.test(code(text))
          ? [{ path, message: `hashes passwords: heavy('password', …) does` }]
          : []),
      ]),
  }),
}

function refuse(path: string, { specifier, target, isTypeOnly, line }: Import) {
  if (isTypeOnly || path === place || !(packages.test(specifier) || target === place)) return []
  return [{ path, line, message: `imports ${specifier}: call heavy() of src/platform/heavy/heavy.ts instead` }]
}

// Without comments, which may tell of them.
const code = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
