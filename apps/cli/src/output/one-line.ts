import { harmlessWithinLog } from '@parley/model'

/** Returns a name from outside as one line that is no command to a pipeline (attacks CL1). */
export function oneLine(text: string): string {
  return harmlessWithinLog(text).replace(/\r?\n/g, ' ')
}

/** Returns names in quotation marks, with commas between them; each stays on one line. */
export function quotedNames(names: readonly string[]): string {
  return names.map(name => `“${oneLine(name)}”`).join(', ')
}
