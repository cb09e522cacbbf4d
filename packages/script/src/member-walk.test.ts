import { corpus, needs } from '@parley/testkit/needs'
import { describe } from 'vitest'
import { isListHere, testMembers } from './member-walk.testkit.ts'

/** A group of each client, and members that work, leave a note and stop the script. */
const groups = [
  'Globals',
  'bru.cookies',
  'execution.location',
  'hopp.env.active',
  'pm.info',
  'pm.response.to.be',
]

describe('every member that other clients declare', needs(isListHere, corpus), () => {
  testMembers(groups)
})
