import type { LoadThreshold } from './load-shape.ts'

/** Returns a threshold as it is typed: `p95<300`, `errors<1%`. */
export function thresholdWords({ figure, limit }: LoadThreshold): string {
  switch (figure.kind) {
    case 'percentile':
      return `p${figure.percent}<${limit}`
    case 'average':
      return `avg<${limit}`
    case 'maximum':
      return `max<${limit}`
    case 'errors':
      return `errors<${limit}%`
  }
}
