import type { ResponseContent } from '@parley/model'
import type { BodyDisplay } from '../../../workbench/response/body-display.ts'

/** What the parts of a response's body share. */
export interface ResponseBodyProps {
  readonly content: ResponseContent
  /** Whether more of the body may arrive. */
  readonly isGrowing: boolean
  readonly display: BodyDisplay
  readonly onDisplayChange: (display: BodyDisplay) => void
  /** As typed; null while it is closed. It is kept from one body to the next. */
  readonly filter: string | null
  readonly onFilterChange: (filter: string | null) => void
  /** Called when this body has taken the place of another one. */
  readonly onShown?: () => void
  /** The tab of an open request, whose response can be saved as an example; absent: it is another response. */
  readonly tabId?: string
}
