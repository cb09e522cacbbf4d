/** What was typed to reach a row by its name, and when. */
export interface TypedLetters {
  text: string
  at: number
}

const pauseMs = 1000

/** Returns the next row whose name begins with what was typed within the last second; `from` if there is none. */
export function rowOfTyping(
  names: readonly string[],
  from: number,
  typed: TypedLetters,
  { key, timeStamp }: { readonly key: string; readonly timeStamp: number },
): number {
  const before = timeStamp - typed.at < pauseMs ? typed.text : ''
  typed.text = before + key.toLocaleLowerCase()
  typed.at = timeStamp
  const start = before === '' ? from + 1 : from
  for (let step = 0; step < names.length; step += 1) {
    const index = (start + step) % names.length
    if (names[index]?.toLocaleLowerCase().startsWith(typed.text) === true) return index
  }
  return from
}

/** Whether a key types a letter, which may be part of a name. */
export const isTypedLetter = ({ key, ctrlKey, altKey, metaKey }: KeyOfEvent): boolean =>
  key.length === 1 && key !== ' ' && !ctrlKey && !altKey && !metaKey

interface KeyOfEvent {
  readonly key: string
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly metaKey: boolean
}
