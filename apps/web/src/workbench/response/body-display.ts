import type { ResponseContent } from '@parley/model'
import type { FormatChoice } from './body-texts.ts'

/** The views of a body, in their order. */
export type BodyViewName = 'pretty' | 'raw' | 'preview' | 'hex'

/** How the bodies of a tab are shown; kept from one response to the next. */
export interface BodyDisplay {
  readonly view: BodyViewName
  /** A view that was chosen for one body only, because it is not shown by default. */
  readonly chosenFor: { readonly handle: string; readonly view: BodyViewName } | null
  readonly format: FormatChoice
}

/**
 * A larger body in a format that is only formatted as a whole shows raw at first, and pretty on request. The others show
 * the first rows of pretty at once (DESIGN, Performance).
 */
export const prettyAtOnceBytes = 5 * 1024 * 1024

/** Returns the display of the first response. */
export function newBodyDisplay(view: BodyViewName): BodyDisplay {
  return { view, chosenFor: null, format: 'auto' }
}

/** The parts of a body's content that decide how it is shown. */
type ShownContent = Pick<ResponseContent, 'handle' | 'decodedBytes' | 'mediaType'>

/**
 * Returns the view of a body: the chosen one; for a body that is not text, by its type or else by its bytes, its preview, or hex
 * if it has none; for a text without a preview pretty; and for a large page or script raw.
 * @param isText null until it is known
 */
export function shownView(
  { view, chosenFor }: BodyDisplay,
  content: ShownContent,
  isText: boolean | null,
): BodyViewName {
  if (chosenFor?.handle === content.handle) return chosenFor.view
  if (view === 'hex') return view
  if (isBinaryMedia(content.mediaType)) return 'preview'
  if (isText === false) return isMedia(content.mediaType) ? 'preview' : 'hex'
  if (view === 'preview' && hasPreview(content.mediaType)) return view
  const asText = view === 'raw' ? view : 'pretty'
  const isSlow = content.decodedBytes > prettyAtOnceBytes && isFormattedAsWhole(content.mediaType)
  return asText === 'pretty' && isSlow ? 'raw' : asText
}

/** Whether a browser shows the type by itself. */
function isMedia(mediaType: string): boolean {
  return /^(?:image|audio|video)\//.test(mediaType) || mediaType === 'application/pdf'
}

/** Whether a type is never text, whatever its first bytes look like: a PDF may consist of ASCII alone. */
function isBinaryMedia(mediaType: string): boolean {
  return isMedia(mediaType) && !/\+xml$|mpegurl$/.test(mediaType)
}

/** Whether nothing of a body is formatted before all of it is. */
function isFormattedAsWhole(mediaType: string): boolean {
  return /html|javascript|ecmascript/.test(mediaType)
}

function hasPreview(mediaType: string): boolean {
  return isMedia(mediaType) || /^text\/html$|[/+](?:json|xml)$/.test(mediaType)
}

/**
 * Returns the display after a view was chosen for the shown body: a view that is not shown by default is
 * chosen for this body only.
 */
export function chooseView(
  display: BodyDisplay,
  view: BodyViewName,
  content: ShownContent,
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
