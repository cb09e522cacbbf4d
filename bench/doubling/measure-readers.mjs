import { places } from './places.ts'
import { pieces, textReaders } from './readers.ts'

/** Also of what readers have to count, such as invisible characters and parts of JSON. */
const kinds = [...pieces, '\u200b', '%25', '[1],', '"a":1,']

/**
 * Prints how much processor time each reader that runs in one go takes for the longest text that it gets, of the kind that takes
 * longest. Nothing else has its turn meanwhile.
 */
export async function measureReaders() {
  process.stdout.write('| reader | longest text | text | processor time |\n| --- | --: | --- | --: |\n')
  for (const { name, read } of await textReaders()) {
    const place = places[name.split(' ')[1]]
    if (place === undefined || !('inOneGo' in place)) continue
    const times = kinds.map(kind => {
      const text = kind.repeat(place.mostBytes / kind.length)
      return {
        kind,
        ms: Math.min(
          timeOf(() => read(text)),
          timeOf(() => read(text)),
        ),
      }
    })
    const [worst] = times.toSorted((one, other) => other.ms - one.ms)
    const kilobytes = (place.mostBytes / 1000).toLocaleString('en', { maximumFractionDigits: 0 })
    process.stdout.write(
      `| ${name.split(' ')[1]} | ${kilobytes} KB | many ${JSON.stringify(worst.kind)} | ${worst.ms.toFixed(0)} ms |\n`,
    )
  }
}

function timeOf(work) {
  const before = process.cpuUsage()
  try {
    work()
  } catch {
    // A text that is refused takes its time, too.
  }
  return process.cpuUsage(before).user / 1000
}
