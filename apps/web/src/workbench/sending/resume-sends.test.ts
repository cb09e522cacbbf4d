import {
  defaultGrpcOptions,
  defaultStreamSettings,
  defaultWebSocketPart,
  type GrpcMethodType,
  type NewRequestFields,
  newHttpRequest,
  type SendProgress,
} from '@parley/model'
import type { ResumedSend } from '@parley/server/contract'
import { expect, it } from 'vitest'
import { createTestWindow } from '../../window/window-context.testkit.ts'
import { isRequestTab, newTab, type RequestTab } from '../tabs/request-tab.ts'
import { createTestWorkbench } from '../workbench.testkit.ts'
import { sendToResume } from './send-to-resume.ts'

const request = newHttpRequest({ method: 'GET', url: 'http://typed.test/' })
const awaiting: SendProgress = {
  state: 'awaiting',
  startedAt: 50,
  targetUri: 'http://sent.test/',
  requestContent: { sentBytes: 0, totalBytes: 0 },
  response: null,
}

function setUp(resume: (sendId: string) => Promise<ResumedSend>) {
  const asked: string[] = []
  const sends = {
    resume(sendId: string) {
      asked.push(sendId)
      return resume(sendId)
    },
  }
  const workbench = createTestWorkbench(sends, createTestWindow({ nextFrame: callback => callback() }))
  const tab = (id: string): RequestTab => ({
    ...newTab({ id, source: null, request, version: '' }),
    send: sendToResume(`send of ${id}`, request),
  })
  workbench.restoreTabs([tab('a'), tab('b')], 'b')
  const send = (id: string) =>
    workbench.store
      .getState()
      .tabs.filter(isRequestTab)
      .find(one => one.id === id)?.send
  return { workbench, asked, send }
}

it('the send of the active tab is resumed first', async () => {
  const { workbench, asked } = setUp(async () => ({ state: 'followed' }))
  await workbench.resumeSends()
  expect(asked).toEqual(['send of b', 'send of a'])
})

it('a send in progress is awaited from its start, and can be cancelled', async () => {
  const { workbench, send } = setUp(async () => ({ state: 'followed' }))
  workbench.receiveProgress('send of b', awaiting)
  await workbench.resumeSends()
  expect(send('b')).toMatchObject({ state: 'awaiting', isShown: true, startedAt: 50 })
  expect(workbench.awaitingTabId('send of b')).not.toBeNull()
  expect(workbench.cancelActiveSend()).toBe(true)
})

it('a send that ends before its tab has resumed it is shown as ended', async () => {
  const { workbench, send } = setUp(async sendId => {
    const failure = {
      kind: 'connect',
      code: 'ECONNREFUSED',
      step: 'connect',
      address: '',
      subject: '',
      elapsedMs: 1,
    } as const
    workbench.receiveProgress(sendId, { state: 'failed', failure, attempt: null, response: null })
    return { state: 'followed' }
  })
  await workbench.resumeSends()
  expect(send('b')).toMatchObject({ state: 'failed', sendId: 'send of b' })
})

it('a tab whose send is not known any more shows no response', async () => {
  const { workbench, send } = setUp(async () => ({ state: 'unknown' }))
  await workbench.resumeSends()
  expect(send('a')).toEqual({ state: 'idle' })
})

it('a tab whose send cannot be asked for keeps waiting, also when the server restarts, and asks again', async () => {
  let isLost = true
  const { workbench, send, asked } = setUp(async () => {
    if (isLost) throw new TypeError('fetch failed')
    return { state: 'followed' }
  })
  await workbench.resumeSends()
  workbench.loseRunningSends('Parley was restarted.')
  expect(send('a')).toEqual(sendToResume('send of a', request))
  isLost = false
  await workbench.resumeSends()
  expect(send('a')).toMatchObject({ state: 'awaiting', sendId: 'send of a', isShown: true })
  await workbench.resumeSends()
  expect(asked).toHaveLength(4)
})

it.each<readonly [string, NewRequestFields, string | null]>([
  ['a WebSocket', { webSocket: defaultWebSocketPart }, 'messages of the last connection are gone'],
  ['an event stream', { stream: defaultStreamSettings }, 'messages of the last connection are gone'],
  ['a stream of gRPC', grpcOf('serverStreaming'), 'messages of the last call are gone'],
  ['a unary call', grpcOf('unary'), null],
])('a tab with %s that Parley did not survive: %j becomes %s', async (_, part, reason) => {
  const { workbench, send } = setUp(async () => ({ state: 'unknown' }))
  workbench.editDraft('a', draft => newHttpRequest({ url: draft.url, ...part }))
  await workbench.resumeSends()
  expect(send('a')).toEqual(
    reason === null ? { state: 'idle' } : { state: 'unsent', reason: expect.stringContaining(reason) },
  )
  expect(send('b')).toEqual({ state: 'idle' })
})

function grpcOf(methodType: GrpcMethodType): NewRequestFields {
  return { grpc: { method: '', methodType, protoFilePath: '', messages: [], options: defaultGrpcOptions } }
}

it('a tab that was sent again meanwhile shows its new send', async () => {
  const { workbench, send } = setUp(async () => {
    workbench.receiveProgress('send of b', {
      state: 'failed',
      failure: cancelled,
      attempt: null,
      response: null,
    })
    await workbench.sendTab('b')
    return { state: 'unknown' }
  })
  await workbench.resumeSends()
  expect(send('b')).toMatchObject({ state: 'awaiting', previous: { state: 'idle' } })
})

const cancelled = {
  kind: 'cancelled',
  code: 'CANCELLED',
  step: 'request',
  address: '',
  subject: '',
  elapsedMs: 1,
} as const
