import { type RefObject, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { describeCallError } from '../../../server-client/describe-error.ts'
import { after } from '../../../window/window-context.ts'
import { useBodies, useBodyTexts } from '../../../wiring/use-stores.ts'
import { type BodyDisplay, shownView } from '../../../workbench/response/body-display.ts'
import { type BodyFilter, createBodyFilter } from '../../../workbench/response/body-filter.ts'
import { type BodyView, bodyTextKey } from '../../../workbench/response/body-texts.ts'
import type { FilterBarHandle } from './FilterBar.tsx'
import type { ResponseBodyProps } from './response-body-props.ts'

/** What a body's toolbar, the bar of its filter and its text share. */
interface SharedFilter {
  readonly filter: BodyFilter
  readonly button: RefObject<HTMLButtonElement | null>
  readonly bar: RefObject<FilterBarHandle | null>
  /** The body in the chosen view and format, filtered or not. */
  readonly textView: BodyView
  /** False until it is known whether the body is shown filtered. */
  readonly isKnown: boolean
  /** The bar was opened for this body, and not kept from the one before. */
  readonly isOpenedHere: boolean
  open(): void
  type(text: string): void
  /** Opens the bar with a filter, which is applied at once. */
  filterBy(path: string): void
  close(): void
}

/** The filter of a body, which begins with what was typed for the one before. */
export function useBodyFilter(props: ResponseBodyProps): SharedFilter {
  const { content, isGrowing, display, filter: kept, onFilterChange } = props
  const bodies = useBodies()
  const bodyTexts = useBodyTexts()
  const [filter] = useState(() =>
    createBodyFilter(
      {
        filter: input => bodies.filter(input),
        readAhead: bodyTexts.readAhead,
        describeError: describeCallError,
        after,
      },
      kept ?? '',
    ),
  )
  const [isOpenedHere, setOpenedHere] = useState(false)
  const shown = useStore(filter.store, state => state.shown)
  const button = useRef<HTMLButtonElement>(null)
  const bar = useRef<FilterBarHandle>(null)
  const wholeView = textViewOf(content, display)
  const key = bodyTextKey(wholeView)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that a view is.
  useEffect(() => {
    filter.setBody(isGrowing ? null : wholeView)
    return filter.stop
  }, [filter, key, isGrowing])
  return {
    filter,
    button,
    bar,
    textView: shown === null || shown === '' ? wholeView : { ...wholeView, filter: shown },
    isKnown: shown !== null,
    isOpenedHere,
    open() {
      setOpenedHere(true)
      if (kept === null) onFilterChange('')
      bar.current?.focus()
    },
    type(text) {
      filter.type(text)
      onFilterChange(text)
    },
    filterBy(path) {
      setOpenedHere(true)
      filter.type(path)
      filter.applyNow()
      onFilterChange(path)
      bar.current?.focus()
    },
    close() {
      filter.type('')
      onFilterChange(null)
      button.current?.focus()
    },
  }
}

/** Returns the view that is read as text, whatever is shown: it determines whether the body is text. */
export function textViewOf(content: ResponseBodyProps['content'], display: BodyDisplay): BodyView {
  const view = shownView(display, content, true)
  return { handle: content.handle, view: view === 'pretty' ? 'pretty' : 'raw', format: display.format }
}
