import { fileNameOf, isPickedFile } from '../../text/file-name-of.ts'
import type { MisplacedPath } from '../send-failure.ts'

/** Returns `10 seconds` or `1 second`, and milliseconds for durations that would round to 0. */
export function duration(ms: number): string {
  const seconds = Number((ms / 1000).toFixed(1))
  if (seconds < 0.1) return `${Math.round(ms)} ms`
  return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
}

/** Messages of scripts may end with a full stop. */
export function withoutFullStop(text: string): string {
  return text.endsWith('.') ? text.slice(0, -1) : text
}

/** Returns what to do about a path that starts in another folder than its writer thought. */
export function placeAgain({ start, path }: MisplacedPath): string {
  return `Parley looked in ${start}, because the path is relative to the folder of the collection. Write ${path}, or move the file there.`
}

/** Returns a picked file's name without its path. */
export function shownFile(filePath: string): string {
  return isPickedFile(filePath) ? fileNameOf(filePath) : filePath
}
