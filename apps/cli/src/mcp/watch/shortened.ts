const longest = 300

/** Returns the beginning of a text that an agent or a file may have made very long. */
export function shortened(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`
}
