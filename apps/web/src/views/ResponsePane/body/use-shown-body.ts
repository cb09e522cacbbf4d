import { useEffect, useState } from 'react'
import { useBodyTexts } from '../../../wiring/use-stores.ts'
import type { ResponseBodyProps } from './response-body-props.ts'
import { textViewOf } from './use-body-filter.ts'

/** The time after which a response without a body that can be read takes the place of the one before. */
const longestHoldMs = 1000

/**
 * Returns the body to show: the one before until the first rows of a new one are read, so that a response that comes
 * quickly does not blank the pane.
 */
export function useShownBody(props: ResponseBodyProps): ResponseBodyProps {
  const bodyTexts = useBodyTexts()
  const [shown, setShown] = useState(props)
  const { content, display, isGrowing } = props
  const hasBytes = content.decodedBytes > 0
  const isHeld = shown.content.handle !== content.handle && (hasBytes || isGrowing)
  if (!isHeld && shown !== props) setShown(props)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the handle names the body that is read.
  useEffect(() => {
    if (!isHeld) return
    let isUnmounted = false
    const show = () => {
      if (!isUnmounted) setShown(props)
    }
    const showLater = () => void setTimeout(show, longestHoldMs)
    // A body that cannot be read may have been released by the next send.
    if (hasBytes) bodyTexts.readAhead(textViewOf(content, display)).then(show, showLater)
    else showLater()
    return () => {
      isUnmounted = true
    }
  }, [bodyTexts, isHeld, hasBytes, content.handle])
  return isHeld ? shown : props
}
