import { expect, test } from 'vitest'
import { startTestServer } from '../start-test-server.testkit.ts'
import { watchWindow } from '../watch-window.testkit.ts'
import { collectionOf, runEnd, startRun, tested } from './run-fixture.testkit.ts'

test('the bodies of the first thousand requests are stored, and the results of later ones say so', async () => {
  const running = await startTestServer()
  const { client, demo } = running
  const window = await watchWindow(client)
  const id = await collectionOf(client, 'Many', [tested('Small', `${demo.baseUrl}/books/1204`)])
  const runId = await startRun(client, window, id, { options: { iterations: 1001 } })
  await runEnd(window, runId)
  expect(await client.runs.readResult({ runId, index: 999 })).toMatchObject({ missingBody: null })
  expect(await client.runs.readResult({ runId, index: 1000 })).toMatchObject({ missingBody: 'noRoom' })
  await window.close()
  await running.close()
})
