import type { RunShard } from '@parley/engine'
import { readNumber } from '../options/read-number.ts'
import { RunSourceError } from './run-source.ts'

const maximumShards = 1000

/** Reads `--shard`, such as `2/5`; null if it was not given. @throws RunSourceError */
export function readShard(typed: string | undefined): RunShard | null {
  if (typed === undefined) return null
  const [index, count, ...more] = typed.split('/').map(wholeNumber)
  if (index === undefined || count === undefined || more.length > 0 || !(index <= count))
    throw new RunSourceError(
      `--shard must be the number of a shard and how many there are, up to ${maximumShards}, such as 2/5, not “${typed}”.`,
    )
  return { index, count }
}

function wholeNumber(text: string): number {
  const number = readNumber(text, { name: '--shard', unit: '', minimum: 1, maximum: maximumShards })
  return typeof number === 'number' ? number : Number.NaN
}
