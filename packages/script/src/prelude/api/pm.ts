import { withoutEffect } from '../core/add-note.ts'
import { plainObject } from '../core/header-view.ts'
import { notSupported } from '../core/not-supported.ts'
import { noteMissing } from '../core/note-missing.ts'
import { iterationRow, runOrder, skipRequest } from '../core/run-order.ts'
import { view } from '../core/run-state.ts'
import { makeNamespace, openNamespace } from './make-namespace.ts'
import { pmSendRequest } from './pm-send-request.ts'

/**
 * Creates `pm.*` (behaviour 4.7); `insomnia.*` behaves the same way (behaviour, Order of a run). The image is made with it.
 * Returns what completes it for a script.
 */
export function pmNamespace() {
  const pm = pmMembers()
  return () => {
    const { phase, requestName, requestId, iteration, environmentName, ancestorNames } = view()
    openNamespace('pm', pm)
    pm.environment.name = environmentName
    assign(pm.info, {
      requestName,
      requestId,
      eventName: phase === 'preRequest' ? 'prerequest' : 'test',
      iteration: iteration.index,
      iterationCount: iteration.count,
    })
    pm.iterationData = iterationData()
    pm.execution.location = assign([...ancestorNames, requestName], { current: requestName })
    return pm
  }
}

const { assign } = Object

/** Creates the members, with nothing in the place of what differs from script to script. */
function pmMembers() {
  const shared = makeNamespace('pm')
  const variables = <More extends object>(name: string, more: More) =>
    noteMissing(`pm.${name}`, { ...shared.environment, ...more })
  return noteMissing('pm', {
    ...shared,
    environment: variables('environment', { name: '' }),
    globals: variables('globals', {}),
    collectionVariables: variables('collectionVariables', {}),
    sendRequest: pmSendRequest,
    info: noteMissing('pm.info', {
      requestName: '',
      requestId: '',
      eventName: '',
      iteration: 0,
      iterationCount: 1,
    }),
    cookies: cookies(),
    iterationData: noData,
    setNextRequest: runOrder('pm').setNextRequest,
    execution: noteMissing('pm.execution', {
      setNextRequest: runOrder('pm.execution').setNextRequest,
      skipRequest,
      location: noLocation,
      runRequest: notSupported('pm.execution.runRequest'),
    }),
    visualizer: noteMissing('pm.visualizer', {
      set: notSupported('pm.visualizer.set'),
      clear: notSupported('pm.visualizer.clear'),
    }),
    vault: noteMissing('pm.vault', {
      get: notSupported('pm.vault.get'),
      set: notSupported('pm.vault.set'),
      unset: notSupported('pm.vault.unset'),
    }),
    require: notSupported('pm.require'),
  })
}

const noData: ReturnType<typeof iterationData> | null = null
const noLocation: (readonly string[] & { current: string }) | null = null

/** Creates the cookies of a jar, which there is none of (behaviour 4.7). */
function cookies() {
  const none = (name: string) => withoutEffect(`pm.cookies.${name}`)
  const ofJar = (name: string) => withoutEffect(`pm.cookies.jar().${name}`)
  return noteMissing('pm.cookies', {
    get: none('get'),
    has: withoutEffect('pm.cookies.has', false),
    toObject: () => withoutEffect('pm.cookies.toObject', {})(),
    all: () => withoutEffect('pm.cookies.all', [])(),
    jar: () => ({
      set: ofJar('set'),
      get: ofJar('get'),
      getAll: ofJar('getAll'),
      unset: ofJar('unset'),
      clear: ofJar('clear'),
    }),
  })
}

/** Creates the data row of the collection runner, which is empty in a single send (behaviour, Order of a run). */
function iterationData() {
  const rowFor = iterationRow('pm.iterationData')
  return noteMissing('pm.iterationData', {
    get: (name: unknown) => rowFor('get').get(String(name)) ?? null,
    has: (name: unknown) => rowFor('has').has(String(name)),
    unset: withoutEffect('pm.iterationData.unset'),
    toObject: () => plainObject([...rowFor('toObject')]),
  })
}
