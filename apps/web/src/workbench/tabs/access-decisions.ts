import type { EditedVariable, SecretPlace } from '@parley/server/contract'
import type { ServerClient } from '../../server-client/server-client.ts'
import { isDeepEqual } from '../deep-equal.ts'
import type { DocumentServices } from '../documents/document-parts.ts'
import { withAllowedToScripts } from '../variables/variable-kind.ts'
import type { ContainerTab } from './container-tab.ts'
import { isOfFile, type VariablesTab } from './variables-tab.ts'

type Rows = readonly EditedVariable[]
type Services = Pick<DocumentServices, 'queue' | 'describeError'>
type VariableCalls = ServerClient['variables']

/** The open tabs of one kind. */
interface OpenTabsOf<Tab> {
  find(tabId: string | null): Tab | undefined
  change(tabId: string, update: (tab: Tab) => Tab): void
}

/** How a kind of tab has variables. */
interface AccessParts<Tab> {
  /** Null: its variables are in no file. */
  placeOf(tab: Tab): SecretPlace | null
  rowsOf(tab: Tab): { readonly saved: Rows; readonly draft: Rows }
  withDraft(tab: Tab, draft: Rows): Tab
  /**
   * Reads what a tab edits after a decision. The returned change takes it over, unless more than the decision differs: that is
   * left to the next reading. Null: it cannot be read right now.
   */
  read(tab: Tab, decided: (rows: Rows) => Rows): Promise<((tab: Tab) => Tab) | null>
  fail(tabId: string, problem: string): void
}

/**
 * Returns a function that takes a tab and its next draft, and decides at once, without a save, what scripts may
 * read of the saved secrets: the row says so with the click, and with undo and redo (behaviour 5.3.3).
 */
export function createAccessDecisions(
  open: OpenTabsOf<VariablesTab>,
  services: Services,
  calls: Pick<VariableCalls, 'open' | 'setScriptAccess'>,
): (tab: VariablesTab, draft: Rows) => void {
  const placeOf = ({ place, isGone }: VariablesTab) => (isOfFile(place) && !isGone ? place : null)
  return decisions(open, services, calls, {
    placeOf,
    rowsOf: ({ saved, draft }) => ({ saved: saved.variables, draft: draft.variables }),
    withDraft: (tab, variables) => ({ ...tab, draft: { ...tab.draft, variables } }),
    async read(tab, decided) {
      const place = placeOf(tab)
      const opened = place === null ? null : await calls.open({ place })
      if (opened?.state !== 'opened') return null
      const { variables, headers, version } = opened
      return one => {
        const saved = { ...one.saved, variables: decided(one.saved.variables) }
        return isDeepEqual(saved, { variables, headers }) ? { ...one, saved, version, problem: null } : one
      }
    },
    fail: (tabId, problem) => open.change(tabId, one => ({ ...one, problem })),
  })
}

/** Returns the same for the secrets of open collections and folders. */
export function createContainerDecisions(
  open: OpenTabsOf<ContainerTab>,
  services: Services & Pick<DocumentServices, 'toasts'>,
  calls: Pick<ServerClient['library'], 'readContainerIfThere'>,
  access: Pick<VariableCalls, 'setScriptAccess'>,
): (tab: ContainerTab, draft: Rows) => void {
  const withRows = (content: ContainerTab['draft'], variables: Rows) => ({
    ...content,
    defaults: { ...content.defaults, variables },
  })
  return decisions(open, services, access, {
    placeOf: ({ kind, source, isLost }) => (isLost ? null : { kind, id: source.containerId }),
    rowsOf: ({ saved, draft }) => ({ saved: saved.defaults.variables, draft: draft.defaults.variables }),
    withDraft: (tab, draft) => ({ ...tab, draft: withRows(tab.draft, draft) }),
    async read({ source }, decided) {
      const opened = await calls.readContainerIfThere({ id: source.containerId })
      if (opened === null) return null
      const { content, version } = opened
      return one => {
        const saved = withRows(one.saved, decided(one.saved.defaults.variables))
        return isDeepEqual(saved, content) ? { ...one, saved, version } : one
      }
    },
    fail(tabId, problem) {
      services.toasts.showError('Not changed for scripts', problem, { owner: { tabId } })
    },
  })
}

function decisions<Tab extends { readonly id: string }>(
  { find, change }: OpenTabsOf<Tab>,
  services: Services,
  calls: Pick<VariableCalls, 'setScriptAccess'>,
  { placeOf, rowsOf, withDraft, read, fail }: AccessParts<Tab>,
): (tab: Tab, draft: Rows) => void {
  function decide(tabId: string, name: string, isAllowed: boolean): void {
    const decided = (rows: Rows, allowed = isAllowed): Rows =>
      rows.map(item => (item.variable.name === name ? withAllowedToScripts(item, allowed) : item))
    void services.queue.run(async () => {
      const tab = find(tabId)
      const place = tab === undefined ? null : placeOf(tab)
      if (tab === undefined || place === null) return
      try {
        const outcome = await calls.setScriptAccess({ secrets: [{ place, name }], isAllowed })
        if (outcome.state === 'failed') throw new DecisionFailure(`${outcome.sentence} ${outcome.nextStep}`)
        const takeOver = await read(tab, decided)
        if (takeOver !== null) change(tabId, takeOver)
      } catch (error) {
        change(tabId, one => withDraft(one, decided(rowsOf(one).draft, !isAllowed)))
        fail(tabId, error instanceof DecisionFailure ? error.message : services.describeError(error))
      }
    })
  }

  return (tab, draft) => {
    const before = rowsOf(tab)
    const known = accessOf(before.saved)
    const earlier = accessOf(before.draft)
    for (const [name, isAllowed] of accessOf(draft))
      if (known.has(name) && earlier.get(name) === !isAllowed) decide(tab.id, name, isAllowed)
  }
}

/** The server refused a decision; the message is for the user. */
class DecisionFailure extends Error {}

/** Returns the secrets by name, and whether scripts may read them: not if one of the same name is withheld. */
function accessOf(variables: Rows): ReadonlyMap<string, boolean> {
  const access = new Map<string, boolean>()
  for (const { variable } of variables)
    if (variable.secret)
      access.set(variable.name, variable.allowedToScripts && access.get(variable.name) !== false)
  return access
}
