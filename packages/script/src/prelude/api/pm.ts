import { plainObject } from '../core/header-view.ts'
import { notSupported } from '../core/not-supported.ts'
import { iterationValues, runOrder, skipRequest } from '../core/run-order.ts'
import { view } from '../core/run-state.ts'
import { makeNamespace } from './make-namespace.ts'
import { pmSendRequest } from './pm-send-request.ts'

/** Creates `pm.*` (spec 4.7); `insomnia.*` behaves the same way (product decisions). */
export function pmNamespace() {
  const shared = makeNamespace('text')
  const { phase, requestName, requestId, iteration } = view()
  const { setNextRequest } = runOrder
  const nothing = () => {}
  const empty = { get: () => undefined, has: () => false, toObject: () => ({}), all: () => [] }
  return {
    ...shared,
    globals: { ...shared.environment },
    collectionVariables: { ...shared.environment },
    sendRequest: pmSendRequest,
    info: {
      requestName,
      requestId,
      eventName: phase === 'preRequest' ? 'prerequest' : 'test',
      iteration: iteration.index,
      iterationCount: iteration.count,
    },
    cookies: {
      ...empty,
      jar: () => ({ set: nothing, get: nothing, getAll: nothing, unset: nothing, clear: nothing }),
    },
    iterationData: iterationData(),
    setNextRequest,
    execution: { setNextRequest, skipRequest, location: { current: requestName } },
    visualizer: { set: notSupported('pm.visualizer.set'), clear: notSupported('pm.visualizer.clear') },
    vault: {
      get: notSupported('pm.vault.get'),
      set: notSupported('pm.vault.set'),
      unset: notSupported('pm.vault.unset'),
    },
    require: notSupported('pm.require'),
  }
}

/** Creates the data row of the collection runner, which is empty in a single send (product decisions). */
function iterationData() {
  const values = iterationValues()
  return {
    get: (name: unknown) => values.get(String(name)) ?? null,
    has: (name: unknown) => values.has(String(name)),
    unset: () => {},
    toObject: () => plainObject([...values]),
  }
}
