import type { Text } from '@codemirror/state'
import { JsonCheck, type JsonProblem } from '../../workbench/request/json-problem.ts'

/** Milliseconds after which a check lets the page go on. */
const sliceMs = 4

/** How many characters are checked before the time is looked at. */
const pieceLength = 16_384

/**
 * Checks a document in slices of some milliseconds, between which the page takes keys.
 * @param isCurrent whether the result is still wanted
 * @returns undefined if it no longer is
 */
export async function checkJsonDocument(
  doc: Text,
  isCurrent: () => boolean,
): Promise<JsonProblem | null | undefined> {
  const check = new JsonCheck()
  let until = performance.now() + sliceMs
  for (let from = 0; from < doc.length; from += pieceLength) {
    if (!check.write(doc.sliceString(from, Math.min(doc.length, from + pieceLength)))) break
    if (performance.now() < until) continue
    await new Promise(resolve => setTimeout(resolve, 0))
    if (!isCurrent()) return undefined
    until = performance.now() + sliceMs
  }
  return check.finish((from, to) => doc.sliceString(from, Math.min(doc.length, to)))
}
