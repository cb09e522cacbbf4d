import { scriptLimits } from '../../shared/script-limits.ts'
import { plainObject } from '../core/header-view.ts'
import { notSupported } from '../core/not-supported.ts'
import { noteMissing } from '../core/note-missing.ts'
import { iterationRow, runOrder } from '../core/run-order.ts'
import { view } from '../core/run-state.ts'
import { startTimer } from '../core/timers.ts'
import { valueOfTypedText } from '../core/typed-text.ts'
import {
  allVariables,
  clearVariables,
  fillText,
  hasVariable,
  readVariable,
  removeVariable,
  writeVariable,
} from '../core/variable-store.ts'
import { bruSendRequest } from './bru-send-request.ts'

/** Creates `bru.*` (behaviour 4.8). */
export function bruNamespace() {
  const { iteration } = view()
  const rowFor = iterationRow('bru.runner.iterationData')
  const set = (name: unknown, value: unknown) => writeVariable('session', name, value)
  const all = () => allVariables('session')
  const clear = () => clearVariables('session')
  const unset = (name: unknown) => removeVariable('session', name)
  return noteMissing('bru', {
    getEnvVar: typedValue,
    setEnvVar: set,
    hasEnvVar: (name: unknown) => hasVariable(name, 'session'),
    deleteEnvVar: unset,
    getVar: typedValue,
    setVar: set,
    hasVar: (name: unknown) => hasVariable(name, 'session'),
    deleteVar: unset,
    getGlobalEnvVar: typedValue,
    setGlobalEnvVar: set,
    hasGlobalEnvVar: (name: unknown) => hasVariable(name, 'session'),
    deleteGlobalEnvVar: unset,
    getCollectionVar: typedValue,
    setCollectionVar: set,
    hasCollectionVar: (name: unknown) => hasVariable(name, 'session'),
    deleteCollectionVar: unset,
    getFolderVar: typedValue,
    getRequestVar: typedValue,
    getAllVars: all,
    getAllEnvVars: all,
    getAllGlobalEnvVars: all,
    getAllCollectionVars: all,
    deleteAllVars: clear,
    deleteAllEnvVars: clear,
    deleteAllGlobalEnvVars: clear,
    deleteAllCollectionVars: clear,
    isSafeMode: () => true,
    interpolate: interpolated,
    sendRequest: bruSendRequest,
    sleep: (ms: unknown) =>
      new Promise<void>(resolve => startTimer(resolve, Math.min(Number(ms) || 0, scriptLimits.sleepMs))),
    getEnvName: () => view().environmentName,
    getCollectionName: () => view().ancestorNames[0] ?? '',
    get cookies(): never {
      return notSupported('bru.cookies')()
    },
    setNextRequest: runOrder('bru').setNextRequest,
    runner: noteMissing('bru.runner', {
      ...runOrder('bru.runner'),
      iterationIndex: iteration.index,
      totalIterations: iteration.count,
      iterationData: {
        get: (name: unknown) => rowFor('get').get(String(name)),
        has: (name: unknown) => rowFor('has').has(String(name)),
      },
    }),
    utils: noteMissing('bru.utils', { minifyJson, minifyXml }),
    ...unsupported,
  })
}

const unsupported = {
  getProcessEnv: notSupported('bru.getProcessEnv'),
  runRequest: notSupported('bru.runRequest'),
  getTestResults: notSupported('bru.getTestResults'),
  getAssertionResults: notSupported('bru.getAssertionResults'),
  getSecretVar: notSupported('bru.getSecretVar'),
  cwd: notSupported('bru.cwd'),
  getOauth2CredentialVar: notSupported('bru.getOauth2CredentialVar'),
  resetOauth2Credential: notSupported('bru.resetOauth2Credential'),
}

/** Fills in variables, also in the texts of objects and lists. */
function interpolated(value: unknown): unknown {
  if (typeof value === 'string') return fillText(value)
  if (Array.isArray(value)) return value.map(interpolated)
  if (typeof value !== 'object' || value === null) return value
  return plainObject(Object.entries(value).map(([key, member]) => [fillText(key), interpolated(member)]))
}

/**
 * Returns a value with the type that `bru.set…` stored in this session, otherwise as text (behaviour,
 * Value stored as text).
 */
function typedValue(name: unknown): unknown {
  const value = readVariable(name, 'session')
  return value?.json === undefined ? value?.text : valueOfTypedText(value.json)
}

function minifyJson(json: unknown): string {
  return JSON.stringify(typeof json === 'string' ? JSON.parse(json) : json)
}

/** Removes comments and the white space between tags. */
function minifyXml(xml: unknown): string {
  return String(xml)
    .replace(/<!--.*?-->/gs, '')
    .replace(/>\s+</g, '><')
    .trim()
}
