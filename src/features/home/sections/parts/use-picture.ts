import { useQuery } from '@tanstack/react-query'
import { api } from '#web/client.ts'

/** The picture of the house at an address, for a preview; null where there is none. */
export function usePicture(address: string | undefined) {
  const query = useQuery({
    ...api.images.one.queryOptions({ input: { address: address ?? '' } }),
    enabled: Boolean(address),
  })
  return address ? (query.data?.picture ?? null) : null
}
