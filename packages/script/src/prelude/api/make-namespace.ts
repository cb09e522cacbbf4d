import { addNote } from '../core/add-note.ts'
import { scriptExpect } from '../core/assertions.ts'
import { noteMissing } from '../core/note-missing.ts'
import { scriptResponse } from '../core/response-view.ts'
import { numberOfTests, runTest } from '../core/test-registry.ts'
import {
  allVariables,
  clearVariables,
  fillText,
  hasVariable,
  readVariable,
  removeVariable,
  writeVariable,
} from '../core/variable-store.ts'
import { ScriptRequest } from '../request/request-view.ts'

/** Session variables, which override those of every file (behaviour 4.5). */
const environment = {
  get: (name: unknown) => readVariable(name, 'session')?.text ?? null,
  set: (name: unknown, value: unknown) => writeVariable('session', name, value),
  unset: (name: unknown) => removeVariable('session', name),
  has: (name: unknown) => hasVariable(name, 'session'),
  clear: () => clearVariables('session'),
  toObject: () => allVariables('session'),
  replaceIn: fillText,
}

/** Variables of this send only; other names are looked up in the outer scopes (behaviour 4.5). */
const variables = {
  get: (name: unknown) => readVariable(name, 'all')?.text ?? null,
  set: (name: unknown, value: unknown) => writeVariable('send', name, value),
  unset: (name: unknown) => removeVariable('send', name),
  has: (name: unknown) => hasVariable(name, 'all'),
  clear: () => clearVariables('send'),
  toObject: () => allVariables('all'),
  replaceIn: fillText,
}

/** Creates the members that `tool` and `pm` share (behaviour 4.4 to 4.6), whose response {@link openNamespace} adds. */
export function makeNamespace(name: 'tool' | 'pm') {
  const test = (name: unknown, run: unknown) => runTest(name, run)
  return {
    test: Object.assign(test, {
      skip: () => addNote('test.skip', 'skips its test'),
      index: numberOfTests,
    }),
    expect: scriptExpect,
    environment: noteMissing(`${name}.environment`, { ...environment }),
    variables: noteMissing(`${name}.variables`, { ...variables }),
    request: new ScriptRequest(name),
    response: noResponse,
  }
}

const noResponse: ReturnType<typeof scriptResponse> = null

/** Gives a namespace of the image the response of this script. */
export function openNamespace(
  name: 'tool' | 'pm',
  namespace: { response: ReturnType<typeof scriptResponse> },
): void {
  namespace.response = scriptResponse(name)
}
