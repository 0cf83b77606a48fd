import { createElement, useEffect } from 'react'

/**
 * Stands in for the package `react-style-singleton` (see vite.config.ts), with which dialogs stop the page behind them from
 * scrolling: as an adopted style sheet, because the content policy refuses style elements. The sheet is there while at least
 * one of them is shown; what the first one said holds.
 */
export function styleSingleton() {
  const shared: Shared = { sheet: new CSSStyleSheet(), shown: 0 }
  return ({ styles }: { styles: string }) => createElement(Adopted, { styles, shared })
}

interface Shared {
  sheet: CSSStyleSheet
  shown: number
}

function Adopted({ styles, shared }: { styles: string; shared: Shared }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: as in the package, the text of a shown one does not change
  useEffect(() => {
    const { sheet } = shared
    if (shared.shown++ === 0) {
      sheet.replaceSync(styles)
      document.adoptedStyleSheets.push(sheet)
    }
    return () => {
      if (--shared.shown === 0) document.adoptedStyleSheets = document.adoptedStyleSheets.filter(each => each !== sheet)
    }
  }, [])
  return null
}
