import type { TestApp } from './app.ts'

export interface SeenEvent {
  id: string
  kind: string
  title?: string
  message?: string
  topic?: string
}

/** Opens `/live` as a browser does and hands out events one by one. Resolves once the stream has begun. */
export async function openLiveStream(app: TestApp, cookie: string, lastEventId?: string) {
  const closing = new AbortController()
  const answer = await app.fetch('/live', {
    headers: { cookie, accept: 'text/event-stream', ...(lastEventId && { 'last-event-id': lastEventId }) },
    signal: closing.signal,
  })
  if (!answer.ok) throw new Error(`live stream: ${answer.status}`)
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  let buffer = ''
  const block = async (): Promise<string> => {
    for (;;) {
      const end = buffer.indexOf('\n\n')
      if (end >= 0) {
        const found = buffer.slice(0, end)
        buffer = buffer.slice(end + 2)
        return found
      }
      const { value, done } = await reader.read()
      if (done) throw new Error('the live stream ended')
      buffer += value
    }
  }
  await block() // the retry line: the server has registered this client
  return {
    async next(): Promise<SeenEvent> {
      for (;;) {
        const lines = (await block()).split('\n')
        const data = lines.find(line => line.startsWith('data: '))
        const id = lines.find(line => line.startsWith('id: '))
        if (data && id) return { id: id.slice(4), ...(JSON.parse(data.slice(6)) as Omit<SeenEvent, 'id'>) }
      }
    },
    close: async () => {
      closing.abort()
      await reader.cancel().catch(() => {})
    },
  }
}
