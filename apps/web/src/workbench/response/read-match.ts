import { NotCopied, readWholeBody } from '../../server-client/body-actions.ts'
import type { ServerClient } from '../../server-client/server-client.ts'
import { after } from '../../window/window-context.ts'
import { askUntilMade, longestFilter } from './body-filter.ts'

/**
 * Reads the value of a JSON body that a JSONPath leads to: a text without its quotes and escapes, everything else
 * formatted. Rejects with {@link NotCopied} if there is none.
 */
export async function readMatch(
  bodies: Pick<ServerClient['bodies'], 'filter' | 'readText'>,
  handle: string,
  filter: string,
): Promise<string> {
  if (filter.length > longestFilter) throw new NotCopied('The path of this value is too long.')
  const view = { handle, view: 'pretty', format: 'json', filter } as const
  const answer = await askUntilMade(
    {
      filter: input => bodies.filter(input),
      readAhead: async () => {},
      after,
    },
    view,
    () => true,
  )
  if (answer?.state === 'refused') throw new NotCopied(answer.refusal.message)
  const list = await readWholeBody(bodies, view)
  // The first and the last line are the brackets of the list of matches.
  const lines = list.split('\n').slice(1, -1)
  const value = lines.map(line => line.slice(2)).join('\n')
  return value.startsWith('"') ? String(JSON.parse(value)) : value
}
