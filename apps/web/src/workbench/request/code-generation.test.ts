import type { PreparedCode } from '@parley/codegen'
import { newHttpRequest, ok, type Result, type SendFailure } from '@parley/model'
import { expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { ServerClient } from '../../server-client/server-client.ts'
import { createCodeGeneration } from './code-generation.ts'
import type { PickedFilesState } from './picked-files.ts'

function setUp() {
  const asked: Parameters<ServerClient['code']['prepare']>[0][] = []
  const answers: {
    resolve(prepared: Result<PreparedCode, SendFailure>): void
    reject(error: Error): void
  }[] = []
  const calls = {
    prepare(input: Parameters<ServerClient['code']['prepare']>[0]) {
      asked.push(input)
      return new Promise<Result<PreparedCode, SendFailure>>((resolve, reject) =>
        answers.push({ resolve, reject }),
      )
    },
  }
  const store = createStore<PickedFilesState>(() => ({
    sizes: { 'picked:7/a b.png': 1 },
    adding: {},
    failures: {},
  }))
  const code = createCodeGeneration(calls, { store }, { describeError: error => `Told: ${error}` })
  return { code, asked, answers, state: () => code.store.getState() }
}

const preparedFor = (url: string): Result<PreparedCode, SendFailure> =>
  ok({
    request: {
      method: 'GET',
      url,
      headers: [],
      content: { kind: 'none' },
      auth: { type: 'none' },
      notices: [],
    },
    secretNames: [],
    unknownNames: [],
    unsaved: null,
  })

test('an outdated response is dropped', async () => {
  const { code, answers, asked, state } = setUp()
  code.open({ request: newHttpRequest({ url: 'http://a' }), parentId: 'p' })
  code.fillVariables(false)
  code.includeAuth(false)
  expect(asked.map(one => [one.parentId, one.fillsVariables, one.includesAuth])).toEqual([
    ['p', true, true],
    ['p', false, true],
    ['p', false, false],
  ])
  answers[2]?.resolve(preparedFor('last'))
  answers[1]?.resolve(preparedFor('second'))
  answers[0]?.resolve(preparedFor('first'))
  await Promise.resolve()
  expect(state().prepared).toEqual(preparedFor('last'))
})

test('a failure is shown, and a retry asks again', async () => {
  const { code, answers, state } = setUp()
  code.open({ request: newHttpRequest(), parentId: null })
  answers[0]?.reject(new Error('gone'))
  await expect.poll(() => state().failure).toBe('Told: Error: gone')
  code.retry()
  answers[1]?.resolve(preparedFor('http://a'))
  await expect.poll(() => state().failure).toBeNull()
  expect(state().prepared).toEqual(preparedFor('http://a'))
})

test('options are remembered for each target, for all requests', () => {
  const { code, state } = setUp()
  code.chooseOptions('curl', { silent: true })
  code.chooseOptions('curl', { timeoutMs: 5 })
  code.chooseOptions('python', { timeoutMs: 7 })
  code.open({ request: newHttpRequest(), parentId: null })
  expect(state().options).toEqual({ curl: { silent: true, timeoutMs: 5 }, python: { timeoutMs: 7 } })
})

test('picked files are named without the folder that only the server knows', () => {
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
