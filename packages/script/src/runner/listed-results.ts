import type { ScriptNote, TestResult } from '@parley/model'
import { namedFault } from '../explain/named-fault.ts'
import type { ListedTest, MemberNote, ScriptResult } from '../sandbox/worker-protocol.ts'
import { scriptLimits } from '../shared/script-limits.ts'
import type { ScriptStep } from './script-steps.ts'

/** Returns the tests of a script; errors of the engine or of Parley in them name the call and its line. */
export function testResultsOf(
  { tests, notes }: ScriptResult,
  { source, assertions = [] }: ScriptStep,
): readonly TestResult[] {
  // An expression may list tests of its own; then it is unknown which result belongs to which assertion.
  const isKnown = tests.length === assertions.length
  return tests.map((test, index) => {
    const result = testResultOf(test, source, notes)
    const at = isKnown ? assertions[index] : undefined
    return at === undefined ? result : { ...result, assertion: at }
  })
}

/** Errors that a script did not throw itself. */
const needsPlace = /^\w+Error: |^Invalid Chai property| is not (?:supported|available in this context)$/

function testResultOf(
  { result, thrownAt }: ListedTest,
  source: string,
  notes: readonly MemberNote[],
): TestResult {
  if (result.passed || thrownAt === null || !needsPlace.test(result.reason)) return result
  const { message, line } = namedFault({ message: result.reason, ...thrownAt }, source, notes)
  const place = ` (line ${line})`
  return { ...result, reason: message.slice(0, scriptLimits.testReasonCharacters - place.length) + place }
}

/** Returns the notes on a script for the notices of its send. */
export function notesOf({ notes }: ScriptResult, owner: ScriptNote['owner']): readonly ScriptNote[] {
  return notes.map(({ member, text, line }) => ({ code: 'SCRIPT_NOTE', owner, member, line, text }))
}
