/** The units of `grpc-timeout`, finest first, and their lengths in milliseconds. */
const units = [
  ['m', 1],
  ['S', 1_000],
  ['M', 60_000],
  ['H', 3_600_000],
] as const

/** Returns the value of `grpc-timeout` for a deadline: at most eight digits, rounded up. */
export function grpcTimeout(deadlineMs: number): string {
  for (const [unit, lengthMs] of units) {
    const count = Math.ceil(deadlineMs / lengthMs)
    if (count < 100_000_000) return `${count}${unit}`
  }
  return '99999999H'
}
