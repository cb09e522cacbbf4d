import { shownName } from '@parley/model'

const mostNames = 3
const longestName = 60

/** Lists the first names of many: `a, b, c and 4 more`. */
export function listNames(names: readonly string[]): string {
  const rest = names.length > mostNames ? ` and ${(names.length - mostNames).toLocaleString('en')} more` : ''
  const first = names.slice(0, mostNames).map(name => shownName(name.slice(0, longestName)))
  return first.join(', ') + rest
}
