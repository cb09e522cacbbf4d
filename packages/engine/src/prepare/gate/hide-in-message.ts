import { nextTurn, stepCharacters } from '../../basics/text/turns.ts'
import { PiecewiseHider, SecretHider } from './hide-in-lines.ts'
import { hideFilledIn, hideInText } from './hide-withheld.ts'
import type { WithheldValue } from './message-secrets.ts'

/**
 * Returns a message with the names of secrets in place of their values: of those that were filled into it, whatever their
 * length, and of all that are known. A long one is searched in steps between which everything else goes on.
 */
export function hideInMessage(
  text: string,
  filledIn: readonly WithheldValue[],
  known: readonly WithheldValue[],
): string | Promise<string> {
  if (text.length > stepCharacters) return hideInLong(text, filledIn, known)
  return hideInText(hideFilledIn(text, filledIn), known)
}

async function hideInLong(
  text: string,
  filledIn: readonly WithheldValue[],
  known: readonly WithheldValue[],
): Promise<string> {
  let shown = text
  // One search takes some milliseconds for each megabyte, but there may be many.
  for (const secret of filledIn.toSorted((a, b) => b.text.length - a.text.length)) {
    shown = hideFilledIn(shown, [secret])
    await nextTurn()
  }
  const hider = new PiecewiseHider(new SecretHider(known))
  const pieces: string[] = []
  for (let at = 0; at < shown.length; at += stepCharacters) {
    pieces.push(hider.write(shown.slice(at, at + stepCharacters)))
    await nextTurn()
  }
  return pieces.join('') + hider.end()
}
