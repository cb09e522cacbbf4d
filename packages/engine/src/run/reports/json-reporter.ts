import { harmlessJson, type TestReport } from '@parley/model'
import type { RunSummary } from '../run-events.ts'
import type { RunShard } from '../shards/run-shard.ts'
import type { Reporter } from './reporter.ts'
import { requestCountsOf } from './result-facts.ts'

/** Increased when readers of earlier reports could no longer understand new ones. */
const schemaVersion = 1

/**
 * Writes JSON for programs, described in docs/schemas/parley-run.schema.json.
 * @param shard - which part of the run it is; null: all of it
 */
export function jsonReporter(shard: RunShard | null = null): Reporter {
  let isFirst = true
  return {
    isLive: false,
    head: summary =>
      `{\n"schemaVersion": ${schemaVersion},\n"shard": ${json(shard && shardOf(shard))},\n"summary": ${json(summary && summaryOf(summary))},\n"results": [`,
    entry(result) {
      const separator = isFirst ? '\n' : ',\n'
      isFirst = false
      return separator + json(result)
    },
    foot: () => '\n]\n}\n',
  }
}

function json(value: unknown): string {
  return harmlessJson(JSON.stringify(value))
}

function shardOf({ index, count }: RunShard) {
  return { index, count }
}

// Each property is listed by name, so that a property added to the engine does not appear in reports by
// accident.

function summaryOf(summary: RunSummary) {
  const { startedAt, elapsedMs, state, iterations, counts, requests, sends } = summary
  const { testsPassed, testsFailed, scriptErrors, receivedBytes, sentBytes } = summary
  const { failed, error, skipped, cancelled } = counts
  const { passed, untested } = requestCountsOf(summary)
  return {
    startedAt,
    elapsedMs,
    state,
    iterations,
    requests: { total: requests, passed, untested, failed, error, skipped, cancelled, sends },
    tests: { passed: testsPassed, failed: testsFailed },
    scriptErrors,
    receivedBytes,
    sentBytes,
  }
}

/** Returns the results of scripts as JSON documents list them. */
export function testsDocument({ results, scriptErrors }: TestReport) {
  return {
    tests: results.map(test => ({
      name: test.name,
      passed: test.passed,
      reason: test.passed ? null : test.reason,
    })),
    scriptErrors: scriptErrors.map(({ message, owner, phase, line, column }) => ({
      message,
      owner,
      phase,
      line,
      column,
    })),
  }
}
