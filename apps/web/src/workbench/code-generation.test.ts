import type { RequestForCode } from '@parley/engine'
import { newHttpRequest } from '@parley/model'
import { expect, test } from 'vitest'
import { type CodeGenerationPorts, createCodeGeneration } from './code-generation.ts'

function setUp() {
  const asked: Parameters<CodeGenerationPorts['read']>[0][] = []
  const answers: { resolve(source: RequestForCode): void; reject(error: Error): void }[] = []
  const code = createCodeGeneration({
    read: input => {
      asked.push(input)
      return new Promise((resolve, reject) => answers.push({ resolve, reject }))
    },
    isPicked: filePath => filePath.startsWith('picked:'),
    describeError: error => `Told: ${error}`,
  })
  return { code, asked, answers, state: () => code.store.getState() }
}

const sourceOf = (url: string): RequestForCode => ({
  source: { ...newHttpRequest({ url }), auth: { type: 'none' } },
  secretNames: [],
  unknownNames: [],
})

test('an answer that was overtaken is dropped', async () => {
  const { code, answers, asked, state } = setUp()
  code.open({ request: newHttpRequest({ url: 'http://a' }), parentId: 'p' })
  code.fillVariables(false)
  expect(asked.map(one => [one.parentId, one.fillsVariables])).toEqual([
    ['p', true],
    ['p', false],
  ])
  answers[1]?.resolve(sourceOf('second'))
  answers[0]?.resolve(sourceOf('first'))
  await Promise.resolve()
  expect(state().source?.source.url).toBe('second')
})

test('a failure is told, and a retry asks anew', async () => {
  const { code, answers, state } = setUp()
  code.open({ request: newHttpRequest(), parentId: null })
  answers[0]?.reject(new Error('gone'))
  await expect.poll(() => state().failure).toBe('Told: Error: gone')
  code.retry()
  answers[1]?.resolve(sourceOf('http://a'))
  await expect.poll(() => state().failure).toBeNull()
  expect(state().source?.source.url).toBe('http://a')
})

test('options are remembered for each target, whatever it is opened on', () => {
  const { code, state } = setUp()
  code.chooseOptions('curl', { silent: true })
  code.chooseOptions('curl', { timeoutMs: 5 })
  code.chooseOptions('python', { timeoutMs: 7 })
  code.open({ request: newHttpRequest(), parentId: null })
  expect(state().options).toEqual({ curl: { silent: true, timeoutMs: 5 }, python: { timeoutMs: 7 } })
})

test('picked files are named without the place that only the server knows', () => {
  const { code, asked } = setUp()
  const parts = ['picked:7/a b.png', '/home/ann/c.png'].map(filePath => ({
    kind: 'file' as const,
    name: 'f',
    filePaths: [filePath],
    enabled: true,
  }))
  code.open({ request: newHttpRequest({ body: { type: 'multipart', parts } }), parentId: null })
  const body = asked[0]?.request.body
  const paths =
    body?.type === 'multipart' && body.parts.map(part => part.kind === 'file' && part.filePaths[0])
  expect(paths).toEqual(['a b.png', '/home/ann/c.png'])
})
