import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { findEvent } from '../../components/find-event.ts'
import { notBeside } from './focus-pane.ts'
import { holdKeys } from './held-keys.ts'

/**
 * The ref of an element in which Find opens a search; the element is marked with `data-finds`. `find` returns false if
 * nothing can be searched yet.
 */
export function useFind(find: () => boolean): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  const onFind = useEffectEvent((event: Event) => {
    if (find()) event.preventDefault()
  })
  useEffect(() => {
    const element = ref.current
    const listener = (event: Event) => onFind(event)
    element?.addEventListener(findEvent, listener)
    return () => element?.removeEventListener(findEvent, listener)
  }, [])
  return ref
}

/**
 * Does the same as {@link findInPane} once there is something to search, within three seconds. Keys that are pressed until
 * then go to the search.
 */
export function findSoon(): void {
  const endHold = holdKeys()
  const find = (framesLeft: number) => {
    if (framesLeft > 0 && !findInPane()) requestAnimationFrame(() => find(framesLeft - 1))
    else endHold('given')
  }
  find(180)
}

/** Opens the search of what has the focus, otherwise that of the response. Returns false if nothing can be searched. */
export function findInPane(): boolean {
  const focused = document.activeElement?.closest('[data-finds]')
  const target = focused ?? document.querySelector(`[data-pane="response"] [data-finds]${notBeside}`)
  return target?.dispatchEvent(new Event(findEvent, { cancelable: true })) === false
}

/** Opens Find and replace in the editor that has the focus, otherwise in that of the request. */
export function replaceInEditor(): void {
  const focused = document.activeElement?.closest('[data-replaces]')
  const target = focused ?? document.querySelector(`[data-pane="request"] [data-replaces]${notBeside}`)
  target?.dispatchEvent(new CustomEvent(findEvent, { cancelable: true, detail: { replaces: true } }))
}
