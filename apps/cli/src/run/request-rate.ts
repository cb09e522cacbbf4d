/** Formats a rate: `48 requests/s`, `1 request/s`; slow runs get one more digit, as in `0.4 requests/s`. */
export function requestRate(requests: number, elapsedMs: number): string {
  const rate = (requests / elapsedMs) * 1000
  const shown = rate < 9.95 ? String(Number(rate.toFixed(1))) : String(Math.round(rate))
  return `${shown} ${shown === '1' ? 'request' : 'requests'}/s`
}
