import { defineConfig } from 'vite'

// The server as one file with its packages left outside, see docs/adr/0001 for what was measured.
export default defineConfig({
  publicDir: false,
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
