/** How much load a test makes, and when it has failed. */
export interface LoadShape {
  /** The number of users at the same time; for a rate, the number that may be needed for it. */
  readonly users: number
  /** Requests a second; null: each user sends as fast as the responses come. */
  readonly requestsPerSecond: number | null
  /** Over how many seconds users start; they are not in the figures. */
  readonly rampSeconds: number
  /** How long the test takes after that; ignored if `iterations` is given. */
  readonly seconds: number
  /** How many rounds all users make together; null: as many as they can. */
  readonly iterations: number | null
  /** The wait after each request, in seconds. */
  readonly think: { readonly from: number; readonly to: number }
  readonly thresholds: readonly LoadThreshold[]
}

/** A limit of a figure of the whole test. */
export interface LoadThreshold {
  /** `p95`, `p99.9`, `avg` and `max` are response times in milliseconds, `errors` percent of all requests. */
  readonly figure: LoadFigure
  /** The figure must be below it. */
  readonly limit: number
}

export type LoadFigure =
  | { readonly kind: 'percentile'; readonly percent: number }
  | { readonly kind: 'average' | 'maximum' | 'errors' }

/** A file of the folder of a load test. */
export interface LoadFile {
  readonly name: string
  readonly text: string
}
