declare module 'autocannon' {
  interface Sent {
    method?: 'GET' | 'POST'
    path?: string
    headers?: Record<string, string>
    body?: string
  }
  interface Options {
    url: string
    connections: number
    duration: number
    amount?: number
    requests: (Sent & {
      setupRequest(request: Sent): Sent
      onResponse(status: number, body: string): void
    })[]
  }
  interface Run {
    stop(): void
    on(event: 'response', heard: (client: object, status: number, bytes: number, ms: number) => void): void
  }
  export default function autocannon(
    options: Options,
    done: (error: Error | null, result: { errors: number; non2xx: number }) => void,
  ): Run
}
