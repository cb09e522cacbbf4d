import { type GrpcMethodType, type HttpRequest, newHttpRequest, type OpenKind } from '@parley/model'
import { expect, test } from 'vitest'
import { idleHintOf, nameFromDraft, newDrafts, sendLabelOf } from './request-kind.ts'

const call = (methodType: GrpcMethodType, method = 'shop.Books/Get'): HttpRequest => {
  const draft = newDrafts.grpc()
  return draft.grpc === undefined
    ? draft
    : { ...draft, url: 'localhost:50051', grpc: { ...draft.grpc, method, methodType } }
}

test.each<[OpenKind, string]>([
  ['http', 'Send the request to see the response'],
  ['graphql', 'Send the request to see the response'],
  ['webSocket', 'Connect to see the messages'],
  ['serverSentEvents', 'Connect to see the events'],
  ['grpc', 'Invoke the method to see the response'],
])('before its first send the pane of %s begins with the word of its button: %s', (kind, hint) => {
  const draft = newDrafts[kind]()
  expect(idleHintOf(draft)).toBe(hint)
  expect(hint.startsWith(sendLabelOf(draft))).toBe(true)
})

test('so does that of a call with a stream and of a subscription', () => {
  const subscription = newHttpRequest({
    body: { type: 'graphql', query: 'subscription { a }', variables: '' },
  })
  for (const draft of [call('bidirectionalStreaming'), call('clientStreaming'), subscription])
    expect(idleHintOf(draft).startsWith(`${sendLabelOf(draft)} `)).toBe(true)
})

test.each([
  [call('unary'), 'Get'],
  [call('unary', ''), 'localhost:50051'],
  [newHttpRequest({ url: 'http://a.test/books?x=1' }), '/books'],
])('a draft without a name is called by its method or URL', (draft, name) => {
  expect(nameFromDraft(draft)).toBe(name)
})
