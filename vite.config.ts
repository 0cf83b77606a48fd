import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { basename, relative, resolve } from 'node:path'
import {
  convertCssVariables,
  DEFAULT_THEME,
  deepMerge,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { readSiteMap } from './checks/site-map.ts'
import { bothSides, isServerFile, isServerPackage } from './checks/zones.ts'
import { cssVariablesResolver, theme } from './src/web/look/theme.ts'

const root = import.meta.dirname
const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`
const serverPaths = ['/rpc', '/api', '/auth-api', '/live', '/export', '/files', '/dev', '/v1']

/**
 * What every page needs, in one file: it compresses a tenth better than the dozen small ones that automatic splitting
 * makes of it, and stays in the browser's cache while the app changes. What only forms and endless lists need comes with them.
 */
const coreModules =
  /node_modules\/(react|react-dom|scheduler|clsx|use-sync-external-store|@tanstack|@orpc)\/(?!.*\/(useBlocker|useInfiniteQuery|infiniteQueryObserver)\.js$)/

const firstPage = firstPageInOnePiece()

/** The browser's half: `vite build` → dist/web, served by the server, which also fills in index.html. */
export default defineConfig({
  plugins: [
    react(),
    themeVariables(),
    noStyleElements(),
    noServerCode(),
    nothingWaitsForItself(),
    fontPreloads(),
    firstPage.plugin,
    pagesForServer(),
    assetsForWorker(),
    picturesForInstalling(),
  ],
  // Adds style elements, which the content policy refuses.
  resolve: { alias: { 'react-style-singleton': resolve(root, 'src/web/look/adopted-style.ts') } },
  build: {
    outDir: 'dist/web',
    manifest: true,
    // Nothing as a data: address, which the content policy would refuse for fonts.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    // The first page brings a list of what each page needs: what is there by then need not be in it, nor the page itself,
    // which is asked for at the same moment, nor what few open, whose pages ask for their parts themselves.
    modulePreload: {
      resolveDependencies: (page, files) =>
        files.filter(file => file.endsWith('.css') || !(file === page || isSeldom(page) || isThereAlready(file))),
    },
    rolldownOptions: {
      input: { index: resolve(root, 'index.html'), sw: resolve(root, 'src/web/offline/sw.ts') },
      output: {
        entryFileNames: chunk => (chunk.name === 'sw' ? 'sw.js' : 'assets/[name]-[hash:7].js'),
        chunkFileNames: chunk => (isFoundByName(chunk) ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js'),
        assetFileNames: ({ names }) =>
          names.some(name => name.endsWith('.css') && !drawnStyles.includes(name))
            ? 'assets/[hash:7][extname]'
            : 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            { name: 'core', test: coreModules },
            { name: 'shell', test: firstPage.isShared },
            // What most pages are built of, in one file as well.
            { name: 'plain', test: /\/src\/ui\/plain\//, minShareCount: 10 },
            // What every page of somebody who is signed in acts with, and the crumbs that such pages load beside it.
            {
              name: 'acts',
              test: /\/src\/ui\/(action|confirm|toast|focus|on-demand|use-on-demand|link)\.tsx?$|\/MantineProvider\/|\/src\/web\/(look\/theme|gather)\.ts$|\/layouts\/(search-button|account-button)\.tsx$|createReactComponent|\/parts\/code-prompt\.tsx$|\/src\/platform\/dates\.ts$|\/Icon(Search|BuildingStore|Calendar|Home|Users?|ChevronLeft|ChevronRight)\.mjs$|\/(use-isomorphic-effect|use-disclosure|get-contrast-color)\.mjs$/,
            },
          ],
        },
      },
    },
  },
  server: { proxy: Object.fromEntries(serverPaths.map(path => [path, server])) },
})

/**
 * Pages, and the files that many share, are told apart by their names. All others have none: the list of what each page needs
 * comes with the first script that anybody loads, and names are a tenth of it. Of styles those that heads name by `stylesOf`.
 */
const drawnStyles = ['creatives.css', 'landing.css', 'event-space.css', 'tier-card.css']
const isFoundByName = ({ name, isDynamicEntry }: { name: string; isDynamicEntry: boolean }) =>
  (isDynamicEntry && (name === 'office' || pageFiles().has(name))) ||
  /^(core|shell|acts|plain|rolldown-runtime)$/.test(name)

const pageFiles = () => new Set(siteMap().pages.map(page => basename(page.file, '.tsx')))

/** What members go to from anywhere. Pages at the door are opened in a hurry. */
const isOften = /^\/(home|auth|bookings|facility-booking|events|community|market-tickets|admin\/market-scanner)$/

/** A file of a page that the office alone opens, or that few open and once. */
const isSeldom = (file: string) => {
  const name = /([^/]+)-[^/]{7}\.js$/.exec(file)?.[1]
  // The frame of its pages, too.
  if (name === 'office') return true
  return siteMap().pages.some(page => !isOften.test(page.path) && basename(page.file, '.tsx') === name)
}
const isThereAlready = (file: string) => /\/(core|shell|acts|plain|rolldown-runtime)-[^/]*\.js$/.test(file)

const isServerSide = (path: string) =>
  isServerFile(path) || (path.startsWith('src/platform/') && !bothSides.includes(path))

/** Fails the build when anything but a type reaches the browser from the server's side. */
function noServerCode(): Plugin {
  return {
    name: 'no-server-code',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (source.startsWith('node:') || isBuiltin(source) || isServerPackage(source)) {
        this.error(`"${source}" is server code and must not enter the browser bundle (imported by ${importer})`)
      }
      if (!/^[#.]/.test(source)) return
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true })
      if (resolved && isServerSide(relative(root, resolved.id))) {
        this.error(`"${source}" is server code: the browser may only \`import type\` from it (imported by ${importer})`)
      }
      return resolved
    },
  }
}

/**
 * Fails the build when a file awaits at its top while others import it: put together in one file with what imports it, it
 * would wait for itself for ever, and the page would never come to life.
 */
function nothingWaitsForItself(): Plugin {
  return {
    name: 'nothing-waits-for-itself',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter(output => output.type === 'chunk')
      const imported = new Set(chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports]))
      for (const { fileName, code } of chunks)
        if (imported.has(fileName) && awaitsAtTop(this.parse(code)))
          this.error(`${fileName} awaits at its top, and other files import it`)
    },
  }
}

/** Whether something below this node of a syntax tree is awaited outside of every function. */
function awaitsAtTop(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(awaitsAtTop)
  if (typeof node !== 'object' || node === null) return false
  const { type = '', await: isAwaited } = node as { type?: string; await?: boolean }
  if (/Function|MethodDefinition|PropertyDefinition/.test(type)) return false
  if (type === 'AwaitExpression' || (type === 'ForOfStatement' && isAwaited)) return true
  return Object.values(node).some(awaitsAtTop)
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

/**
 * Leaves out of the component library what writes style elements, which the content policy refuses and `Interactive` has
 * switched off: two kilobytes that every page of a member would fetch for nothing.
 */
function noStyleElements(): Plugin {
  const id = '\0no-style-elements'
  return {
    name: 'no-style-elements',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) =>
      importer?.endsWith('/MantineProvider.mjs') && /\/Mantine(CssVariables|Classes)\.mjs$/.test(source)
        ? id
        : undefined,
    load: module =>
      module === id
        ? 'export const MantineCssVariables = () => null\nexport { MantineCssVariables as MantineClasses }'
        : undefined,
  }
}

/** Both faces, as far as every page needs them, start to load with the page rather than after its styles (look/fonts.css). */
function fontPreloads(): Plugin {
  return {
    name: 'font-preloads',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter(name => /^assets\/(text|display)-[^/]+\.woff2$/.test(name))
          .map(name => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${name}` },
            injectTo: 'head' as const,
          })),
    },
  }
}

/**
 * What the first page loads and other pages load as well, in one file, `shell`: together one request instead of
 * seventeen. Found by following the imports of the start and of the page at `/`; what only those two load stays with
 * them. The build fails when the first page would need any further file.
 */
function firstPageInOnePiece() {
  const shared = new Set<string>()
  const plugin: Plugin = {
    name: 'first-page-in-one-piece',
    apply: 'build',
    buildEnd(error) {
      if (error) return
      const [opening, page] = [reachedFrom(this, start), reachedFrom(this, firstScreen())]
      for (const id of new Set([...opening, ...page])) {
        const { importers = [], dynamicImporters = [] } = this.getModuleInfo(id) ?? {}
        const isElsewhere = [...importers, ...dynamicImporters].some(by => !opening.has(by) && !page.has(by))
        if (!dynamicImporters.length && ((opening.has(id) && page.has(id)) || isElsewhere)) shared.add(id)
      }
    },
    generateBundle(_options, bundle) {
      const expected = ['core', 'shell', 'rolldown-runtime', basename(firstScreen(), '.tsx')]
      const { scripts } = filesOf(this, bundle, [firstScreen()])
      const more = scripts.filter(file => !expected.includes(bundle[file]?.name ?? ''))
      if (more.length > 0) this.error(`The first page needs further files: ${more.join(', ')}`)
    },
  }
  return { plugin, isShared: (id: string) => shared.has(id) }
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
      const { pages, moved } = siteMap()
      const files = pages.map(({ path, file }) => {
        const modules = [resolve(root, file), ...(path === '/' ? [] : [interactive])]
        return [path, filesOf(this, bundle, modules)]
      })
      const paths = {
        pages: Object.fromEntries(files),
        moved: Object.fromEntries(moved.map(({ from, to }) => [from, to])),
      }
      this.emitFile({ type: 'asset', fileName: 'paths.json', source: JSON.stringify(paths) })
    },
  }
}

const interactive = resolve(root, 'src/web/interactive.tsx')
const start = resolve(root, 'src/web/main.tsx')
const siteMap = () => readSiteMap(readFileSync(resolve(root, 'src/web/routes.ts'), 'utf8'))

/** The file of the page at `/`. */
function firstScreen(): string {
  const page = siteMap().pages.find(({ path }) => path === '/')
  if (!page) throw new Error('The site map has no page at /')
  return resolve(root, page.file)
}

/** Everything of ours that loads with this module: its imports, theirs and so on. */
function reachedFrom(context: Rolldown.PluginContext, module: string, reached = new Set<string>()): Set<string> {
  if (reached.has(module) || module.includes('node_modules')) return reached
  const info = context.getModuleInfo(module)
  if (!info) context.error(`${module} is not part of the build`)
  reached.add(module)
  for (const imported of info.importedIds) reachedFrom(context, imported, reached)
  return reached
}

/** The files that these modules need beyond those of index.html. */
function filesOf(context: Rolldown.PluginContext, bundle: Rolldown.OutputBundle, modules: string[]) {
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
  for (const module of modules) {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === module)
    if (!chunk) context.error(`${module} has no file of its own`)
    visit(chunk)
  }
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

/** What the browser shows where it offers to install the app (public/manifest.webmanifest): pictures that the README has as well. */
function picturesForInstalling(): Plugin {
  return {
    name: 'pictures-for-installing',
    apply: 'build',
    generateBundle() {
      const manifest = readFileSync(resolve(root, 'public/manifest.webmanifest'), 'utf8')
      for (const { src } of (JSON.parse(manifest) as { screenshots: { src: string }[] }).screenshots) {
        const source = readFileSync(resolve(root, 'docs', src.slice(1)))
        this.emitFile({ type: 'asset', fileName: src.slice(1), source })
      }
    },
  }
}
