import type { Response } from '@parley/model'

/** A response, as far as it came. */
export interface ReceivedResponse {
  readonly response: Response
  readonly targetUri: string
  /** Whether more of it may still come. */
  readonly isGrowing: boolean
}
