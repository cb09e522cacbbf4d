import type { ResponseContent } from '@parley/model'
import type { FormatChoice } from './body-texts.ts'

/** The views of a body, in their order. */
export type BodyViewName = 'pretty' | 'raw' | 'preview' | 'hex'

/** How bodies are shown; kept from one response to the next. */
export interface BodyDisplay {
  readonly view: BodyViewName
  /** A view that was chosen for one body only, because it is not shown by default. */
  readonly chosenFor: { readonly handle: string; readonly view: BodyViewName } | null
  readonly format: FormatChoice
  readonly isWrapped: boolean
}

/** A larger body shows raw at first, and pretty on request (DESIGN, Performance). */
export const prettyAtOnceBytes = 5 * 1024 * 1024

/** Returns the display of the first response. */
export function newBodyDisplay(view: BodyViewName): BodyDisplay {
  return { view, chosenFor: null, format: 'auto', isWrapped: false }
}

/**
 * Returns the view of a body: the chosen one, but hex for a body that is not text, and raw for a large one.
 * @param isText null until it is known
 */
export function shownView(
  { view, chosenFor }: BodyDisplay,
  content: Pick<ResponseContent, 'handle' | 'decodedBytes'>,
  isText: boolean | null,
): BodyViewName {
  if (chosenFor?.handle === content.handle) return chosenFor.view
  if (view === 'preview' || view === 'hex') return view
  if (isText === false) return 'hex'
  return view === 'pretty' && content.decodedBytes > prettyAtOnceBytes ? 'raw' : view
}

/**
 * Returns the display after a view was chosen for the shown body: a view that is not shown by default is
 * chosen for this body only.
 */
export function chooseView(
  display: BodyDisplay,
  view: BodyViewName,
  content: Pick<ResponseContent, 'handle' | 'decodedBytes'>,
  isText: boolean | null,
): BodyDisplay {
  const chosenFor = { handle: content.handle, view }
  if (
    view === 'hex' ||
    isText === false ||
    shownView({ ...display, chosenFor: null, view }, content, isText) !== view
  )
    return { ...display, chosenFor }
  return { ...display, view, chosenFor }
}
