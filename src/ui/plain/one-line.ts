import { type RefObject, useLayoutEffect } from 'react'

/**
 * Says in `data-lines` whether everything in an element fits on one line: it is tried, before anything is painted, with whatever comes
 * into it and at every width. Its styles say what `1` and `2` look like.
 */
export function useOneLine(of: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = of.current
    if (!element) return
    const fit = () => {
      element.dataset.lines = '1'
      if ([element, ...element.children].some(isTooNarrow)) element.dataset.lines = '2'
    }
    fit()
    const words = new MutationObserver(fit)
    words.observe(element, { childList: true, characterData: true, subtree: true })
    const width = new ResizeObserver(fit)
    width.observe(element)
    void document.fonts.ready.then(fit)
    return () => {
      words.disconnect()
      width.disconnect()
    }
  }, [of])
}

const isTooNarrow = ({ scrollWidth, clientWidth }: Element) => scrollWidth > clientWidth + 1
