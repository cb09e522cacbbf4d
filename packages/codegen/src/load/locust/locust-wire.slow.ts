import { expect, test } from 'vitest'
import { loadEngines } from '../load-engines.ts'
import { loadFolder } from '../load-folder.ts'
import { oneRound, planOf, rowOf } from '../load-plan.testkit.ts'
import { LoadTestFolder, needsLocust } from '../load-program.testkit.ts'
import {
  differences,
  folderOfFiles,
  itemsOfCases,
  row1,
  sendCases,
  startWireServer,
  tokenRequests,
  wireCases,
} from '../wire-cases.testkit.ts'
import { locustOptions } from './locust-readme.ts'

test('Locust sends every body and authorization as Parley does (UI8)', {
  ...needsLocust,
  timeout: 60_000,
}, async () => {
  const server = await startWireServer()
  const files = folderOfFiles()
  const cases = wireCases(server.url, files)
  await sendCases(cases)
  const sent = server.requests.slice()
  const copied = new Map<string, string>()
  const plan = await planOf(itemsOfCases(cases), [rowOf(row1)], path => {
    const name = `files/${copied.size + 1}`
    copied.set(name, path)
    return name
  })
  expect(plan.steps).toHaveLength(cases.length)
  const folder = new LoadTestFolder()
  folder.write(loadFolder(loadEngines.locust, plan, oneRound), copied)
  const { code, output } = await folder.locust(locustOptions(oneRound))
  const scripted = server.requests.slice(sent.length)
  expect(output).not.toContain('Traceback')
  expect(differences(cases, sent, scripted)).toEqual([])
  expect(code).toBe(0)
  expect(
    tokenRequests(scripted).map(({ headers, content }) => [
      headers.find(({ name }) => name === 'Authorization')?.value,
      content.toString(),
    ])[0],
  ).toEqual([
    `Basic ${Buffer.from('me%20%26%20you:s%2B%20c').toString('base64')}`,
    'grant_type=client_credentials',
  ])
})
