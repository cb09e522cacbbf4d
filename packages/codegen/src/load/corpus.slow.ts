import { existsSync } from 'node:fs'
import { corpus, needs } from '@parley/testkit/needs'
import { expect, test } from 'vitest'
import { corpusSources, foundRequests } from '../corpus-requests.testkit.ts'
import { loadEngines } from './load-engines.ts'
import { loadFolder } from './load-folder.ts'
import { itemOf, oneRound, planOf } from './load-plan.testkit.ts'
import { LoadTestFolder, needsPython, python } from './load-program.testkit.ts'
import { tokenizeScript } from './plan/script-tokens.ts'

const sources = corpusSources()
const isPresent = sources.length > 0 && existsSync(python)

test('every request of the corpus is in the script or listed as left out, and so is every script', {
  ...needs(isPresent, corpus),
  ...(existsSync(python) ? {} : needsPython),
  timeout: 120_000,
}, async () => {
  const items = foundRequests(sources).map(({ request, ancestors }, at) => ({
    ...itemOf({ ...request, name: `${at} ${request.name}` }, { ancestors }),
    path: ancestors.map(({ name }) => name),
  }))
  expect(items.length).toBeGreaterThan(1000)
  const plan = await planOf(items)
  const sent = new Set(plan.steps.map(({ label }) => label.split(' / ').at(-1)))
  const leftOut = plan.untranslated.filter(({ isLeftOut }) => isLeftOut)
  expect(sent.size + leftOut.length).toBe(items.length)
  expect(plan.untranslated.filter(({ text }) => text === '')).toEqual([])
  const withScript = items.filter(({ request, key }) => {
    const { preRequest, postResponse, tests } = request.scripts
    const hasCode = [preRequest, postResponse, tests].some(one => tokenizeScript(one).tokens.length > 0)
    return hasCode && !leftOut.some(({ path }) => path === key)
  })
  const listed = new Set(plan.untranslated.map(({ path }) => path))
  const silent = withScript.filter(({ key, request }) => {
    const step = plan.steps.find(({ label }) => label.split(' / ').at(-1) === request.name)
    const translated = [...(step?.checks ?? []), ...(step?.captures ?? []), ...(step?.sets ?? [])]
    return translated.length === 0 && !listed.has(key)
  })
  expect(silent.map(({ key }) => key)).toEqual([])
  const folder = new LoadTestFolder()
  folder.write(loadFolder(loadEngines.locust, plan, oneRound))
  expect(await folder.run(python, ['-m', 'py_compile', 'locustfile.py'])).toEqual({ code: 0, output: '' })
})
