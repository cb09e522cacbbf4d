import type { DeviceOutcomes } from '@parley/appdata'
import { hideWithheld, type RunResult, runRowOf, SecretHider } from '@parley/engine'
import { composeQuestion, questionFacts, responseOf } from '@parley/engine/assistant'
import { hiddenBodyStart, sentCredentials } from '@parley/interchange'
import { draftOf, failed, type HistoryEntry, type HistoryOutcome, newHttpRequest, ok } from '@parley/model'
import { typedSecrets } from '@parley/workspace'
import { summaryOf } from './app-runs.ts'
import type { EarlierOutcome } from './earlier-outcome.ts'
import type { ExposedIds } from './exposed-ids.ts'

const shownBytes = 50 * 1024

/** Returns an entry of the app's history, without secrets; null if there is none of a request that agents may use. */
export async function describeAppSend(
  id: string,
  device: DeviceOutcomes,
  ids: ExposedIds,
): Promise<EarlierOutcome | null> {
  const read = await device.history.read(id)
  const entry = read.ok ? read.value : null
  const request = entry === null ? null : await ids.find(entry.requestId)
  if (entry === null || request === null) return null
  const result = resultOf(entry, request.entry.name, request.containers)
  return {
    ...{ id, kind: 'send', by: 'app', path: request.path, results: [result], hasBodies: false },
    summary: summaryOf([runRowOf(result)], { startedAt: entry.sentAt, elapsedMs: entry.elapsedMs }),
    data: await textOf(entry, device),
  }
}

/** Returns the parts that a question to the assistant would have: everything that looks like a secret is masked. */
async function textOf({ id, request, outcome }: HistoryEntry, device: DeviceOutcomes): Promise<string> {
  const known = await device.secrets()
  // Its response may repeat secrets that were changed or removed since.
  const used = await device.history.secretsOf(id)
  const sent = outcome.state === 'answered' ? outcome.exchange.request : (outcome.attempt?.request ?? null)
  const secrets = [
    ...(known.ok ? known.value : []),
    ...(used.ok ? used.value : []),
    ...typedSecrets(request),
    ...(sent === null ? [] : sentCredentials(sent)),
  ]
  const facts = questionFacts({
    request: draftOf(request) ?? newHttpRequest(),
    outcome:
      outcome.state === 'answered'
        ? { ...outcome, exchange: hideWithheld(outcome.exchange, secrets) }
        : outcome,
    responseBody: await hiddenBodyStart(responseOf(outcome), secrets, shownBytes, device.bodyStart),
    variables: [],
  })
  const hider = new SecretHider(secrets)
  const parts = await composeQuestion(facts, { bodyBytes: shownBytes, hide: text => hider.hide(text) })
  return parts.map(({ label, text }) => `## ${label}\n${text}`).join('\n\n')
}

function resultOf(entry: HistoryEntry, name: string, path: readonly string[]): RunResult {
  const { id, method, url, sentAt, state, outcome } = entry
  return {
    ...{ index: 0, iteration: 0, key: id, id, name, path, method, url, sends: 1, startedAt: sentAt },
    ...{ status: state === 'answered' ? statusOf(outcome) : state === 'failed' ? 'error' : 'cancelled' },
    skipped: null,
    outcome:
      outcome.state === 'answered'
        ? ok({ exchange: outcome.exchange, tests: outcome.tests })
        : failed({ failure: outcome.failure, attempt: outcome.attempt, response: outcome.response }),
    tests: outcome.state === 'answered' ? outcome.tests : { results: [], scriptErrors: [] },
    sessionChanges: [],
  }
}

function statusOf(outcome: HistoryOutcome): RunResult['status'] {
  if (outcome.state !== 'answered') return 'error'
  const { results, scriptErrors } = outcome.tests
  return scriptErrors.length > 0 || results.some(({ passed }) => !passed) ? 'failed' : 'passed'
}
