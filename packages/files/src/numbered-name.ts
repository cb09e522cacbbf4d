import { extname } from 'node:path'

/** Returns a name with a number before its ending, `report (1).pdf`; with 0 the name itself. */
export function numberedName(name: string, count: number): string {
  const ending = extname(name)
  return count === 0 ? name : `${name.slice(0, name.length - ending.length)} (${count})${ending}`
}
