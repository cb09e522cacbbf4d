import type { LoadFigure, LoadThreshold } from './load-shape.ts'

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

/** Reads `p95<300`, `avg<100`, `max<1000` and `errors<1%`; null if it is something else. */
export function readThreshold(typed: string): LoadThreshold | null {
  const at = typed.indexOf('<')
  const name = typed.slice(0, Math.max(0, at)).trim()
  const value = typed.slice(at + 1).trim()
  const isErrors = name === 'errors' && value.endsWith('%')
  const limit = positiveNumber(isErrors ? value.slice(0, -1) : value)
  const figure: LoadFigure | null = isErrors ? { kind: 'errors' } : timeFigure(name)
  return at === -1 || Number.isNaN(limit) || figure === null ? null : { figure, limit }
}

function timeFigure(name: string): LoadFigure | null {
  if (name === 'avg') return { kind: 'average' }
  if (name === 'max') return { kind: 'maximum' }
  const percent = name.startsWith('p') ? positiveNumber(name.slice(1)) : Number.NaN
  return percent < 100 ? { kind: 'percentile', percent } : null
}

/** Returns a number above 0 that is written with digits and at most one point; NaN for any other text. */
export function positiveNumber(typed: string): number {
  const isPlain = typed.length <= 12 && [...typed].every(one => (one >= '0' && one <= '9') || one === '.')
  const number = isPlain && typed !== '' ? Number(typed) : Number.NaN
  return number > 0 ? number : Number.NaN
}
