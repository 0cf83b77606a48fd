// How the built server is started, by `npm start` and by what measures it. Measured in docs/adr/0005.

export const serverFlags = [
  '--enable-source-maps',
  // Rubbish of requests is collected in small portions instead of leaving 100 MB lying about.
  '--max-semi-space-size=8',
]

export const serverSettings = {
  // Memory that pictures and hashes took outside of JavaScript goes back to the system (glibc; others ignore it).
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
  // Signatures, file access and name look-ups share these threads with pictures, which take two of them at most.
  UV_THREADPOOL_SIZE: '8',
}
