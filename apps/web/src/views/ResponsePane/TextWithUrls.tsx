import { revealInvisible } from '@parley/model'
import { type MouseEvent, type RefObject, useEffect } from 'react'
import { openUrlHint } from '../../workbench/response/open-url-hint.ts'
import type { FoundUrl } from '../../workbench/response/urls-in-text.ts'
import styles from './TextWithUrls.module.css'
import { useOpenUrl } from './use-open-url.ts'

export interface TextWithUrlsProps {
  readonly text: string
  readonly urls: readonly FoundUrl[]
}

/** A text of a response in which URLs can be clicked, within what has the handlers of {@link useUrlClicks}. */
export function TextWithUrls({ text, urls }: TextWithUrlsProps) {
  const rest = text.slice(urls.at(-1)?.to ?? 0)
  return (
    <>
      {urls.map(({ from, to, url }, at) => (
        <span key={from}>
          {revealInvisible(text.slice(urls[at - 1]?.to ?? 0, from))}
          <span className={styles.url} title={openUrlHint} data-url={url}>
            {revealInvisible(text.slice(from, to))}
          </span>
        </span>
      ))}
      {revealInvisible(rest)}
    </>
  )
}

/** Returns the handlers by which a click with Ctrl or Cmd opens a URL, and marks the element while one of them is held. */
export function useUrlClicks(element: RefObject<HTMLElement | null>) {
  const openUrl = useOpenUrl()
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const mark = (isHeld: boolean) => element.current?.toggleAttribute('data-opens-urls', isHeld)
    for (const type of ['keydown', 'keyup'] as const)
      window.addEventListener(type, ({ ctrlKey, metaKey }) => mark(ctrlKey || metaKey), { signal })
    window.addEventListener('blur', () => mark(false), { signal })
    return () => stop.abort()
  }, [element])
  return {
    onClick({ target, ctrlKey, metaKey }: MouseEvent): void {
      const url = target instanceof Element ? target.closest('[data-url]')?.getAttribute('data-url') : null
      if (url != null && (ctrlKey || metaKey)) openUrl(url)
    },
  }
}
