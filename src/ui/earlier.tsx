import { Button } from '@mantine/core'
import { type RefObject, useEffect, useState } from 'react'
import { toast } from './toast.ts'

/** What of a query with several pages is needed here. */
interface Pages {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage(): Promise<{ isFetchNextPageError: boolean }>
}

/**
 * Below a list, the latest first, that goes as far back as one asks. The button goes with the last page: whoever pressed it
 * reads on at the first row that came. It stands there also when there is nothing more.
 */
export function Earlier(props: {
  of: Pages
  /** whose children are the rows */
  list: RefObject<HTMLElement | null>
  shown: number
  failed: string
}) {
  const { of, list, shown, failed } = props
  const [readsFrom, setReadsFrom] = useState<number | null>(null)
  useEffect(() => {
    const first = readsFrom === null || readsFrom >= shown ? undefined : list.current?.children[readsFrom]
    if (first instanceof HTMLElement) {
      first.focus()
      setReadsFrom(null)
    }
  }, [shown, readsFrom, list])
  const load = async () => {
    const { isFetchNextPageError } = await of.fetchNextPage()
    if (isFetchNextPageError) toast.error(failed, 'Press Earlier to try again.')
    else setReadsFrom(shown)
  }
  return of.hasNextPage ? (
    <Button variant="default" mt="md" loading={of.isFetchingNextPage} onClick={() => void load()}>
      Earlier
    </Button>
  ) : null
}
