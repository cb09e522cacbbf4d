import { notSupported } from '../core/not-supported.ts'
import { view } from '../core/run-state.ts'
import { makeNamespace } from './make-namespace.ts'
import { pmSendRequest } from './pm-send-request.ts'

/** `pm.*` (spec 4.7); `insomnia.*` behaves the same way (product decisions). */
export function pmNamespace() {
  const shared = makeNamespace('text')
  const { phase, requestName, requestId } = view()
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
      iteration: 0,
      iterationCount: 1,
    },
    cookies: {
      ...empty,
      jar: () => ({ set: nothing, get: nothing, getAll: nothing, unset: nothing, clear: nothing }),
    },
    iterationData: iterationData(),
    setNextRequest: nothing,
    execution: { setNextRequest: nothing, skipRequest: nothing, location: { current: requestName } },
    visualizer: { set: notSupported('pm.visualizer.set'), clear: notSupported('pm.visualizer.clear') },
    vault: {
      get: notSupported('pm.vault.get'),
      set: notSupported('pm.vault.set'),
      unset: notSupported('pm.vault.unset'),
    },
    require: notSupported('pm.require'),
  }
}

/** Empty in a single send; the collection runner puts its data row there (product decisions). */
function iterationData() {
  const values = new Map(
    view()
      .scopes.filter(scope => scope.name === 'iteration')
      .flatMap(scope => scope.values.map(({ name, text }) => [name, text] as const)),
  )
  return {
    get: (name: unknown) => values.get(String(name)) ?? null,
    has: (name: unknown) => values.has(String(name)),
    unset: () => {},
    toObject: () => Object.fromEntries(values),
  }
}
