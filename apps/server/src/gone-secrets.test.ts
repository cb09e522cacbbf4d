import { randomUUID } from 'node:crypto'
import { newHttpRequest, row } from '@parley/model'
import { waitFor } from '@parley/testkit'
import { expect, test } from 'vitest'
import { collectionOf, runEnd, startRun } from './runs/run-fixture.testkit.ts'
import { useSharedServerWithSamples } from './shared-server.testkit.ts'
import { saveVariables } from './variables/secret-owners.testkit.ts'

const running = useSharedServerWithSamples()
const place = { kind: 'global' } as const
const pin = { secret: true, name: 'pin', enabled: true, allowedToScripts: true } as const
/** Nothing about it looks like a secret. */
const value = 'walnut-harbor'

/** A request whose response repeats the secret in its body. */
const request = () =>
  newHttpRequest({
    method: 'POST',
    url: `${running.demo.baseUrl}/echo?pin={{pin}}`,
    headers: [row('X-Pin', '{{pin}}')],
    body: { type: 'raw', language: 'json', text: '{"pin":"{{pin}}"}' },
  })

async function sentWithSecret(): Promise<string> {
  const { client, window } = running
  await saveVariables(client, place, [{ variable: pin, secretValue: value }])
  const sendId = randomUUID()
  const { windowId } = window
  const from = { requestId: randomUUID(), parentId: null }
  await client.sends.start({ windowId, sendId, ...from, request: request() })
  await window.waitForState(sendId, 'answered')
  await waitFor(async () => (await client.history.list({})).totalEntries > 0, 'the entry')
  return sendId
}

async function exported(kind: 'history'): Promise<string> {
  const { client, window, server } = running
  const { windowId } = window
  const exportId = randomUUID()
  await client.exports.start({ windowId, exportId, source: { kind } })
  const isMade = () =>
    window.events.some(one => one.type === 'export' && one.exportId === exportId && one.state === 'made')
  await waitFor(isMade, 'the export')
  const { path } = await client.exports.mintTicket({ windowId, exportId })
  return (await fetch(server.origin + path)).text()
}

/** How what a send received leaves the app without its secrets. */
const waysOut: Readonly<Record<string, (sendId: string) => Promise<unknown>>> = {
  'a question to the assistant': sendId =>
    running.client.assistant.compose({ sendId, parentId: null, request: request() }),
  'an example': sendId => running.client.sends.readExample({ sendId }),
  'the archive of the history': () => exported('history'),
}

const changes: Readonly<Record<string, () => Promise<void>>> = {
  changed: () => saveVariables(running.client, place, [{ variable: pin, secretValue: 'another' }]),
  removed: () => saveVariables(running.client, place, []),
}

for (const [way, leave] of Object.entries(waysOut))
  for (const [what, change] of Object.entries(changes))
    test(`${way} has no secret of a send that was ${what} since`, async () => {
      const sendId = await sentWithSecret()
      await change()
      await running.client.sends.release({ sendId })
      const text = JSON.stringify(await leave(sendId))
      expect(text).toContain('/echo')
      expect(text).not.toContain(value)
      expect(text).not.toContain(Buffer.from(`{"pin":"${value}"}`).toString('base64'))
    })

for (const [what, change] of Object.entries(changes))
  test(`a question to the assistant about a run has no secret that was ${what} since`, async () => {
    const { client, window } = running
    await saveVariables(client, place, [{ variable: pin, secretValue: value }])
    const id = await collectionOf(client, `Runs ${what}`, [request()])
    const runId = await startRun(client, window, id)
    await runEnd(window, runId)
    await change()
    const run = { runId, index: 0 }
    expect(JSON.stringify(await client.runs.readResult(run))).not.toContain(value)
    const asked = { sendId: null, run, parentId: null, request: request() }
    const text = JSON.stringify(await client.assistant.compose(asked))
    expect(text).toContain('/echo')
    expect(text).toContain('responseBody')
    expect(text).not.toContain(value)
    expect(text).not.toContain(Buffer.from(`{"pin":"${value}"}`).toString('base64'))
  })
