import { Button } from '@mantine/core'
import { formatMoney } from '#platform/words.ts'
import type { rpc } from '#web/client.ts'

/** To the provider's page on which the first month, or a rent that could not be taken, is paid with any card. */
export function PayLink({
  rental: { payUrl, unpaidPence, rentPence, depositPence },
}: {
  rental: Awaited<ReturnType<typeof rpc.rentals.mine>>['rentals'][number]
}) {
  return payUrl === null ? null : (
    <Button component="a" href={payUrl} mb="md">
      Pay {formatMoney(unpaidPence ?? rentPence + depositPence)}
    </Button>
  )
}
