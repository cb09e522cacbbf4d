import { letsAgentsIn, mayHaveAgentsSetting } from './documents/agents-setting.ts'
import { letsAgentsInInThread, longestHere } from './documents/long-documents.ts'

/**
 * Returns whether agents may see the request, folder or collection of a file: not if its `extensions.parley.agents`
 * is false, and not if the file cannot be read and may say so. Long files are read in a thread.
 */
export async function mayAgentsUse(text: string): Promise<boolean> {
  if (!mayHaveAgentsSetting(text)) return true
  return text.length > longestHere ? letsAgentsInInThread(text) : letsAgentsIn(text)
}
