import type { EditedVariable, OpenedVariables } from '@parley/server/contract'
import type { ServerClient } from '../../server-client/server-client.ts'
import { isDeepEqual } from '../deep-equal.ts'
import type { DocumentServices } from '../documents/document-parts.ts'
import { withAllowedToScripts } from '../variables/variable-kind.ts'
import type { VariablesTab } from './variables-tab.ts'

interface OpenVariables {
  find(tabId: string | null): VariablesTab | undefined
  change(tabId: string, update: (tab: VariablesTab) => VariablesTab): void
}

/**
 * Returns a function that takes a tab and its next draft, and decides at once, without a save, what scripts may
 * read of the saved secrets: the row says so with the click, and with undo and redo (spec 5.3.3).
 */
export function createAccessDecisions(
  { find, change }: OpenVariables,
  services: Pick<DocumentServices, 'queue' | 'describeError'>,
  calls: Pick<ServerClient['variables'], 'open' | 'setScriptAccess'>,
): (tab: VariablesTab, draft: readonly EditedVariable[]) => void {
  function decide(tabId: string, name: string, isAllowed: boolean): void {
    void services.queue.run(async () => {
      const tab = find(tabId)
      if (tab === undefined || tab.place.kind === 'session' || tab.isGone) return
      const { place } = tab
      try {
        const decided = await calls.setScriptAccess({ secrets: [{ place, name }], isAllowed })
        if (decided.state === 'failed') throw new DecisionFailure(`${decided.sentence} ${decided.nextStep}`)
        const opened = await calls.open({ place })
        if (opened.state === 'opened') change(tabId, one => withDecision(one, opened, name, isAllowed))
      } catch (error) {
        const problem = error instanceof DecisionFailure ? error.message : services.describeError(error)
        change(tabId, one => ({
          ...one,
          draft: one.draft.map(item =>
            item.variable.name === name ? withAllowedToScripts(item, !isAllowed) : item,
          ),
          problem,
        }))
      }
    })
  }

  return (tab, draft) => {
    const known = accessOf(tab.saved)
    const before = accessOf(tab.draft)
    for (const [name, isAllowed] of accessOf(draft))
      if (known.has(name) && before.get(name) === !isAllowed) decide(tab.id, name, isAllowed)
  }
}

/** The server refused a decision; the message is for the user. */
class DecisionFailure extends Error {}

/** Returns the secrets by name, and whether scripts may read them: not if one of the same name is withheld. */
function accessOf(variables: readonly EditedVariable[]): ReadonlyMap<string, boolean> {
  const access = new Map<string, boolean>()
  for (const { variable } of variables)
    if (variable.secret)
      access.set(variable.name, variable.allowedToScripts && access.get(variable.name) !== false)
  return access
}

/** Returns the tab over the variables with a decision; other changes of the file are left to the next reading. */
function withDecision(
  tab: VariablesTab,
  { variables, version }: OpenedVariables,
  name: string,
  isAllowed: boolean,
): VariablesTab {
  const saved = tab.saved.map(item =>
    item.variable.name === name ? withAllowedToScripts(item, isAllowed) : item,
  )
  return isDeepEqual(saved, variables) ? { ...tab, saved, version, problem: null } : tab
}
