import type { Response } from '@parley/model'

/** A response, as far as it was received. */
export interface ReceivedResponse {
  readonly response: Response
  readonly targetUri: string
  /** Whether its body is still being received. */
  readonly isGrowing: boolean
}
