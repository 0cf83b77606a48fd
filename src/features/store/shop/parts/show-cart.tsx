import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { isStillHere, useOnDemand } from '#ui/use-on-demand.ts'

const loadCart = async () => (await import('./cart-drawer.tsx')).CartDrawer

/** Opens the cart from within a page, as its button in the head does from everywhere. */
export function ShowCart() {
  const [isOpen, cart] = useDisclosure()
  const { Piece: Cart, fetchIt, intent } = useOnDemand(loadCart)
  return (
    <>
      <Button
        aria-haspopup="dialog"
        {...intent}
        onClick={() => void fetchIt(isStillHere).then(isThere => isThere && cart.open())}
      >
        Show the cart
      </Button>
      {Cart ? <Cart isOpen={isOpen} onClose={cart.close} /> : null}
    </>
  )
}
