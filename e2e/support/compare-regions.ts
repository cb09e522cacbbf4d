import { execFileSync } from 'node:child_process'

/** A part of a picture in pixels. */
export interface Region {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Larger than a letter: what differs within a block is how letters are drawn. */
const blockPx = 24
/** Of a colour from 0 to 255. */
const visibleDifference = 20

/**
 * Returns which part of the blocks of two regions of equal size differ visibly, from 0 to 1. Blocks are compared by
 * their mean colour, as each engine draws letters in its own way.
 */
export function differingPart(first: string, second: string, at: Region, inSecond: Region): number {
  const [one, other] = [blocksOf(first, at), blocksOf(second, inSecond)]
  const pairs = one.map((value, index) => Math.abs(value - (other[index] ?? Number.POSITIVE_INFINITY)))
  return pairs.filter(difference => difference > visibleDifference).length / Math.max(1, pairs.length)
}

/** Returns the colours of the blocks of a region: red, green and blue of each. */
function blocksOf(picture: string, { x, y, width, height }: Region): readonly number[] {
  const [columns, rows] = [width, height].map(length => Math.max(1, Math.round(length / blockPx)))
  const crop = `${Math.round(width)}x${Math.round(height)}+${Math.round(x)}+${Math.round(y)}`
  const options = [
    '-crop',
    crop,
    '+repage',
    '-filter',
    'Box',
    '-resize',
    `${columns}x${rows}!`,
    '-depth',
    '8',
    'rgb:-',
  ]
  return [...execFileSync('/usr/bin/convert', [picture, ...options])]
}
