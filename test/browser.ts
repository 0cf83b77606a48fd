import type { TestApp } from './app.ts'

/** Signs in over HTTP as a browser does; returns the cookie header for later requests. */
export async function signIn(app: TestApp, email: string, password: string): Promise<string> {
  const answer = await app.fetch('/auth-api/sign-in/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: app.url },
    body: JSON.stringify({ email, password }),
  })
  if (!answer.ok) throw new Error(`sign-in failed: ${await answer.text()}`)
  return answer.headers
    .getSetCookie()
    .map((line: string) => line.split(';')[0])
    .join('; ')
}

export interface SeenEvent {
  id: string
  kind: string
  title?: string
  message?: string
  refresh: string[]
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
