import type { Description } from '../row.ts'

/** The scripts of a request, folder or collection (spec 4.3); JavaScript text as typed. */
export interface Scripts {
  readonly preRequest: string
  readonly postResponse: string
  /** A further script run after the response, as files of another client hold one. */
  readonly tests: string
  /** Kept from files of another client; never run. */
  readonly hooks: string
}

export const noScripts: Scripts = { preRequest: '', postResponse: '', tests: '', hooks: '' }

/** A check that another client's file states as data. */
export interface Assertion {
  readonly expression: string
  readonly operator: string
  readonly value?: string
  readonly enabled: boolean
  readonly description?: Description
}

/** Set a variable from the response, as another client's file states it as data. */
export interface SetVariableAction {
  readonly type: 'setVariable'
  readonly phase: 'preRequest' | 'postResponse'
  readonly expression: string
  readonly variableName: string
  readonly variableScope: 'runtime' | 'request' | 'folder' | 'collection' | 'environment'
  readonly enabled: boolean
  readonly description?: Description
}
