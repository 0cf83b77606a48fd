/** Many commits in a moment are read together. */
const pauseMs = 100

/** Runs `work` one at a time with a pause after each; a call during one brings another after it. */
export function repeatable(work: () => Promise<void>) {
  let running: Promise<void> | undefined
  let isWanted = false
  let isStopped = false
  const run = () => {
    isWanted = true
    running ??= (async () => {
      while (isWanted && !isStopped) {
        isWanted = false
        await work()
        await new Promise(resolve => setTimeout(resolve, pauseMs))
      }
      running = undefined
    })()
  }
  const stop = async () => {
    isStopped = true
    await running
  }
  return { run, stop }
}
