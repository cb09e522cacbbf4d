import type { HttpRequest } from '@parley/model'
import type { Stores } from '../../wiring/create-stores.ts'
import { activeTab } from '../../workbench/active-tab.ts'
import type { CodeGeneration } from '../../workbench/request/code-generation.ts'
import { inheritedPlaceId } from '../../workbench/tabs/request-tab.ts'

/** Returns the format in which a request is copied. */
export const copiedFormat = ({ grpc }: Pick<HttpRequest, 'grpc'>): string =>
  grpc === undefined ? 'cURL' : 'grpcurl'

/**
 * Copies the request of the active tab as a cURL command, with the choices of Generate Code; a gRPC call as one of
 * grpcurl. Where that is not possible, it opens Generate Code, which says why.
 */
export async function copyAsCurl({
  workbench,
  loadCode,
  dialogs,
  toasts,
}: Pick<Stores, 'workbench' | 'loadCode' | 'dialogs' | 'toasts'>): Promise<void> {
  const tab = activeTab(workbench.store.getState())
  if (tab === null) return
  const request = tab.draft
  const code = await loadCode()
  code.open({ request, parentId: inheritedPlaceId(tab) })
  const { printCode, targetsFor } = await import('@parley/codegen')
  const targets = targetsFor(request)
  const target = targets.find(({ id }) => id === 'curl') ?? targets[0]
  const { prepared, options } = await whenPrepared(code)
  if (target !== undefined) code.chooseTarget(target.id)
  try {
    if (target === undefined || prepared?.ok !== true) throw new Error('There is no code.')
    const text = printCode(target, prepared.value.request, options[target.id])
    await navigator.clipboard.writeText(text)
    const title = `Copied as ${copiedFormat(request)}`
    toasts.show({ kind: 'done', owner: { tabId: tab.id }, subject: 'copied code', title, code: '', text: '' })
  } catch {
    dialogs.open('generateCode')
  }
}

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
