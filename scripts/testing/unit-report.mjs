import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from '../run-program.mjs'

/**
 * The outcome of a suite, whichever program ran it.
 * @typedef {object} Outcome
 * @property {number} passed
 * @property {{ file: string, name: string, message: string }[]} failed - `name` is the file's for one that did not load
 * @property {{ name: string, needs: string | null }[]} skipped - what a skipped test needs of the machine
 * @property {{ name: string, ms: number }[]} durations
 * @property {number} programs - how many programs the tests started
 */

/**
 * Returns the outcome in a JSON report of Vitest; null if there is none.
 * @returns {Outcome | null}
 */
export function readUnitReport(path) {
  const report = readReport(path)
  if (report === null) return null
  const outcome = { passed: 0, failed: [], skipped: [], durations: [], programs: 0 }
  for (const { name, status, message, assertionResults } of report.testResults) {
    const file = relative(root, name)
    // The file could not be loaded, its set-up failed, or its process ended. None of its tests was left out on purpose.
    const isBroken = status === 'failed' && !assertionResults.some(isFailed)
    if (isBroken) outcome.failed.push({ file, name: file, message: firstLine(message) })
    for (const test of assertionResults) if (!isBroken || !isSkipped(test)) addTest(outcome, file, test)
  }
  return outcome
}

const isFailed = test => test.status === 'failed'
const isSkipped = test => test.status !== 'failed' && test.status !== 'passed'

function addTest(outcome, file, { status, fullName, failureMessages, duration, meta }) {
  const name = `${file} › ${fullName}`
  outcome.programs += meta?.programs ?? 0
  if (status === 'failed') outcome.failed.push({ file, name, message: firstLine(failureMessages[0]) })
  else if (isSkipped({ status })) outcome.skipped.push({ name, needs: meta?.needs ?? null })
  else {
    outcome.passed += 1
    outcome.durations.push({ name, ms: Math.round(duration ?? 0) })
  }
}

/** Returns the value of a JSON file; null if it cannot be read. */
export function readReport(path) {
  try {
    return JSON.parse(readFileSync(`${root}/${path}`, 'utf8'))
  } catch {
    return null
  }
}

/** Returns the first line of an error message, without colours. */
export function firstLine(message) {
  return stripVTControlCharacters(message ?? '').split('\n', 1)[0]
}
