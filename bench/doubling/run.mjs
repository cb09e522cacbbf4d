import '../../scripts/require-node.mjs'

const { pieces, textReaders } = await import('./readers.ts')

/**
 * Doubles the text of each reader three times, for each kind of text, and prints where the processor time grew to more than
 * ten times in the last two doublings: to 4 times where the work is linear, and to 16 where it grows with the square.
 * `-- parseXml` measures one reader.
 */
const [only = ''] = process.argv.slice(2)
const firstLength = 32_000
/** Shorter times are noise. */
const leastMs = 30
/** Work that takes longer is not doubled again. */
const mostMs = 3000
let count = 0
let slower = 0
for (const reader of (await textReaders()).filter(({ name }) => name.includes(only)))
  for (const piece of pieces) {
    const times = []
    for (let length = firstLength; times.length < 4 && (times.at(-1) ?? 0) < mostMs; length *= 2)
      times.push(bestOf(reader, piece.repeat(length / piece.length)))
    count += 1
    const last = times.at(-1) ?? 0
    const isFaster = times.length < 3 || last / (times.at(-3) ?? 0) > 10
    if (last < leastMs || !isFaster) continue
    slower += 1
    const shown = times.map(ms => `${ms.toFixed(0)} ms`).join(', ')
    process.stdout.write(`${reader.name}, many ${JSON.stringify(piece)}: ${shown}\n`)
  }
process.stdout.write(`${slower} of ${count} grow faster than their text.\n`)

/** Returns the least processor time of a few calls: the first one also compiles. */
function bestOf({ read }, text) {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < 3 && best > 5; round += 1) {
    const before = process.cpuUsage()
    try {
      read(text)
    } catch (error) {
      // Refusing a text is fine; running out of stack is a fault of its own.
      if (error instanceof RangeError) process.stdout.write(`RangeError: ${error.message}\n`)
    }
    const { user, system } = process.cpuUsage(before)
    best = Math.min(best, (user + system) / 1000)
    if (best > mostMs / 4) break
  }
  return best
}
