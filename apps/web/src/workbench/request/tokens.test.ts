import type { TokenState } from '@parley/engine'
import { newAuth, newHttpRequest } from '@parley/model'
import { beforeEach, expect, it } from 'vitest'
import { createTestWindow, type TestWindow } from '../../window/window-context.testkit.ts'
import { createTokens, type TokenCalls, tokenSubject } from './tokens.ts'

const held: TokenState = { state: 'held', masked: '••••••7f3a', expiresAt: null }
const subjectOf = (clientId: string) =>
  tokenSubject('p', newHttpRequest({ url: 'a', auth: { ...newAuth('oauth2'), clientId } }))

let calls: string[]
let answers: Record<string, TokenState>
let window: TestWindow
let isRunning: boolean

function create(patch: Partial<TokenCalls> = {}) {
  const tokenCalls: TokenCalls = {
    async tokenState({ request: { auth } }) {
      const clientId = auth.type === 'oauth2' ? auth.clientId : ''
      calls.push(`state of ${clientId}`)
      return answers[clientId] ?? { state: 'none' }
    },
    readToken: async () => ({ token: 'token' }),
    clearToken: async () => ({}),
    getNewAccessToken: async () => ({}),
    cancelSignIn: async () => ({ wasRunning: isRunning }),
    ...patch,
  }
  window = createTestWindow({
    describeError: error => `told: ${error instanceof Error ? error.message : ''}`,
  })
  return createTokens(tokenCalls, window, async text => void calls.push(`copied ${await text}`))
}

const settled = () => new Promise(resolve => setImmediate(resolve))

beforeEach(() => {
  calls = []
  answers = { a: held }
  isRunning = true
})

it('asks at once for the first draft, and after a pause in typing for its changes', async () => {
  const tokens = create()
  tokens.show(subjectOf('a'))
  await settled()
  expect(tokens.store.getState().token).toEqual(held)
  for (const clientId of ['ab', 'abc']) tokens.show(subjectOf(clientId))
  tokens.show(subjectOf('abc'))
  for (const { run } of window.timers) run()
  await settled()
  expect(calls).toEqual(['state of a', 'state of abc'])
  expect(tokens.store.getState().token).toEqual({ state: 'none' })
  tokens.hide()
  tokens.refresh()
  expect(tokens.store.getState().token).toBe(null)
})

it('drops a response that a newer call made outdated', async () => {
  const first = Promise.withResolvers<TokenState>()
  let count = 0
  const tokens = create({ tokenState: async () => (count++ === 0 ? first.promise : { state: 'none' }) })
  tokens.show(subjectOf('a'))
  tokens.refresh()
  await settled()
  first.resolve(held)
  await settled()
  expect(tokens.store.getState().token).toEqual({ state: 'none' })
})

it('forgets the news of a new token when its draft changes, but not those of one that is under way', async () => {
  for (const progress of [{ state: 'given' }, { state: 'running', page: null, code: null }] as const) {
    const tokens = create()
    tokens.show(subjectOf('a'))
    await tokens.getNew('d', subjectOf('a'))
    tokens.receive({ type: 'signIn', signInId: 'id1', progress })
    tokens.show(subjectOf('a'))
    expect(tokens.signInOf('d')).toMatchObject(progress)
    tokens.show(subjectOf('other'))
    expect(tokens.signInOf('d')?.state).toBe(progress.state === 'given' ? undefined : 'running')
  }
})

it('follows a sign-in from the start to the token, for its draft only', async () => {
  const tokens = create()
  tokens.show(subjectOf('b'))
  await tokens.getNew('d', subjectOf('b'))
  expect(tokens.signInOf('d')).toMatchObject({ state: 'asking' })
  expect(tokens.signInOf('other')).toBe(null)
  const page = { url: 'https://a.test', isOpened: true }
  tokens.receive({ type: 'signIn', signInId: 'another', progress: { state: 'given' } })
  tokens.receive({ type: 'signIn', signInId: 'id1', progress: { state: 'running', page, code: null } })
  expect(tokens.signInOf('d')).toMatchObject({ state: 'running', page })
  answers.b = held
  tokens.receive({ type: 'signIn', signInId: 'id1', progress: { state: 'given' } })
  await settled()
  expect(tokens.store.getState()).toMatchObject({ token: held, signIn: { state: 'given' } })
})

it('ends a sign-in whose end was not reported', async () => {
  const tokens = create()
  await tokens.getNew('d', subjectOf('b'))
  await tokens.cancel()
  expect(tokens.signInOf('d')).toMatchObject({ state: 'asking' })
  isRunning = false
  await tokens.cancel()
  expect(tokens.signInOf('d')).toBe(null)
})

it('clears and copies the token, and reports failures', async () => {
  const tokens = create({
    getNewAccessToken: async () => {
      throw new Error('gone')
    },
  })
  tokens.show(subjectOf('a'))
  await tokens.getNew('d', subjectOf('a'))
  expect(tokens.signInOf('d')).toMatchObject({ state: 'failed', sentence: 'told: gone' })
  answers = {}
  await tokens.clear(subjectOf('a'))
  expect(tokens.store.getState()).toEqual({ token: { state: 'none' }, signIn: null, problem: null })
  expect(await tokens.copy(subjectOf('a'))).toBe(true)
  expect(calls).toContain('copied token')
})

it('does not ask again for parts of a draft on which no token depends', () => {
  const draft = newHttpRequest({ url: 'a', body: { type: 'raw', language: 'text', text: 'x' } })
  expect(tokenSubject(null, draft)).toEqual({ parentId: null, request: newHttpRequest() })
})
