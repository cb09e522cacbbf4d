import { descriptorOf } from '@parley/model'
import type { Stores } from '../../wiring/create-stores.ts'
import { activeTab } from '../../workbench/active-tab.ts'
import type { CodeGeneration, CodeSubject } from '../../workbench/request/code-generation.ts'
import { inheritedPlaceId, type RequestTab } from '../../workbench/tabs/request-tab.ts'

/**
 * Copies a request, by default that of the active tab, as a cURL command, with the choices of Generate Code; a gRPC call as
 * one of grpcurl. If that is not possible, it opens Generate Code, which says why.
 */
export async function copyAsCurl(
  { workbench, loadCode, dialogs, toasts }: Pick<Stores, 'workbench' | 'loadCode' | 'dialogs' | 'toasts'>,
  subject: CodeSubject | null = subjectOf(activeTab(workbench.store.getState())),
): Promise<void> {
  if (subject === null) return
  const { request } = subject
  const { activeTabId } = workbench.store.getState()
  const code = await loadCode()
  code.open(subject)
  const { printCode, targetsFor } = await import('@parley/codegen')
  const targets = targetsFor(request)
  const target = targets.find(({ id }) => id === 'curl') ?? targets[0]
  const { prepared, options } = await whenPrepared(code)
  if (target !== undefined) code.chooseTarget(target.id)
  try {
    if (target === undefined || prepared?.ok !== true) throw new Error('There is no code.')
    const text = printCode(target, prepared.value.request, options[target.id])
    await navigator.clipboard.writeText(text)
    const title = `Copied as ${descriptorOf(request).copiedAs}`
    toasts.show({
      kind: 'done',
      owner: activeTabId === null ? 'page' : { tabId: activeTabId },
      subject: 'copied code',
      title,
      code: '',
      text: '',
    })
  } catch {
    dialogs.open('generateCode')
  }
}

const subjectOf = (tab: RequestTab | null): CodeSubject | null =>
  tab && { request: tab.draft, parentId: inheritedPlaceId(tab) }

/** Resolves once the server has prepared the request, or has failed to. */
function whenPrepared({ store }: Pick<CodeGeneration, 'store'>): Promise<ReturnType<typeof store.getState>> {
  const isSettled = ({ prepared, failure }: ReturnType<typeof store.getState>) =>
    prepared !== null || failure !== null
  return new Promise(resolve => {
    if (isSettled(store.getState())) return resolve(store.getState())
    const stop = store.subscribe(state => {
      if (!isSettled(state)) return
      stop()
      resolve(state)
    })
  })
}
