import type { ScriptNote, TestResult } from '@parley/model'
import type { ListedTest, ScriptResult } from '../sandbox/worker-protocol.ts'
import { scriptLimits } from '../shared/script-limits.ts'
import { namedFault } from './named-fault.ts'

/** Returns the tests of a script; errors of the engine or of Parley in them name the call and its line. */
export function testResultsOf({ tests }: ScriptResult, source: string): readonly TestResult[] {
  return tests.map(test => testResultOf(test, source))
}

/** Errors that a script did not throw itself. */
const needsPlace = /^\w+Error: | is not (?:supported|available in this context)$/

function testResultOf({ result, thrownAt }: ListedTest, source: string): TestResult {
  if (result.passed || thrownAt === null || !needsPlace.test(result.reason)) return result
  const { message, line } = namedFault({ message: result.reason, ...thrownAt }, source)
  const place = ` (line ${line})`
  return { ...result, reason: message.slice(0, scriptLimits.testReasonCharacters - place.length) + place }
}

/** Returns the notes on a script for the notices of its send. */
export function notesOf({ notes }: ScriptResult, owner: ScriptNote['owner']): readonly ScriptNote[] {
  return notes.map(({ member, text, line }) => ({ code: 'SCRIPT_NOTE', owner, member, line, text }))
}
