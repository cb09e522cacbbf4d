import type { Description } from '../row.ts'

/** The scripts of a request, folder or collection (behaviour 4.3): JavaScript as typed. */
export interface Scripts {
  readonly preRequest: string
  readonly postResponse: string
  /** A second script that runs after the response, found in files of another client. */
  readonly tests: string
  /** Kept from files of another client, but never run. */
  readonly hooks: string
}

export const noScripts: Scripts = { preRequest: '', postResponse: '', tests: '', hooks: '' }

/** A declarative check in a file of another client. */
export interface Assertion {
  readonly expression: string
  readonly operator: string
  readonly value?: string
  readonly enabled: boolean
  readonly description?: Description
}

/** A declarative action in a file of another client that sets a variable from the response. */
export interface SetVariableAction {
  readonly type: 'setVariable'
  readonly phase: 'preRequest' | 'postResponse'
  readonly expression: string
  readonly variableName: string
  readonly variableScope: 'runtime' | 'request' | 'folder' | 'collection' | 'environment'
  readonly enabled: boolean
  readonly description?: Description
}
