import { util } from 'chai'
import { scriptExpect } from './assertions.ts'

/** The flag of chains whose `jsonSchema` refuses unknown keywords. */
export const strictSchemaFlag = 'strict schema'

/** `expect` of Bruno (behaviour 4.8), whose `jsonSchema` refuses unknown keywords; that of `pm` ignores them. */
export const strictExpect = Object.assign((value: unknown, message?: string) => {
  const assertion = scriptExpect(value, message)
  util.flag(assertion, strictSchemaFlag, true)
  return assertion
}, scriptExpect)
