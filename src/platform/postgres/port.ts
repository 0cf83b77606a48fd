import { type AddressInfo, createServer } from 'node:net'

/** A port of this machine's own address that nobody listens on right now. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}

export async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const isOpen = await new Promise<boolean>(resolve => {
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
  })
  if (isOpen) await new Promise(resolve => server.close(resolve))
  return isOpen
}
