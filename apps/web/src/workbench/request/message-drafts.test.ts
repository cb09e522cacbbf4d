import { defaultWebSocketPart, newHttpRequest, type WebSocketMessage } from '@parley/model'
import { expect, test } from 'vitest'
import {
  inFormat,
  messagesOf,
  messageText,
  messageTitle,
  withMessage,
  withMovedMessage,
  withNewMessage,
  withoutMessage,
  withSavedMessage,
} from './message-drafts.ts'

const message = (data: string, title = ''): WebSocketMessage => ({
  title,
  selected: false,
  format: 'xml',
  data,
})
const draftWith = (...messages: readonly WebSocketMessage[]) =>
  newHttpRequest({ webSocket: { ...defaultWebSocketPart, messages } })

test('a request without messages shows one, which is added when it is edited', () => {
  const draft = draftWith()
  expect(messagesOf(draft)).toHaveLength(1)
  const edited = withMessage(draft, 0, { data: 'hi' })
  expect(edited.webSocket?.messages).toMatchObject([{ data: 'hi', title: '', selected: false }])
  expect(withNewMessage(draft).webSocket?.messages).toHaveLength(2)
})

test('one of several messages is changed, read, written and removed', () => {
  const draft = draftWith(message('a'), message('b', 'B'))
  const text = messageText(1)
  expect([text.read(draft), text.language(draft)]).toEqual(['b', 'xml'])
  expect(text.write(draft, 'c').webSocket?.messages.map(({ data }) => data)).toEqual(['a', 'c'])
  expect(withoutMessage(draft, 0).webSocket?.messages.map(({ title }) => title)).toEqual(['B'])
})

test.each([
  ['hex', '00 ff', 'binary', 'AP8='],
  ['binary', 'AP8=', 'hex', '00 ff'],
  ['hex', '0', 'binary', '0'],
  ['hex', '00 ff', 'text', '00 ff'],
] as const)('%s %j as %s is %j', (from, data, format, expected) => {
  expect(inFormat({ ...message(data), format: from }, format)).toEqual({ format, data: expected })
})

test.each([
  [0, 1, ['b', 'a', 'c']],
  [2, -1, ['a', 'c', 'b']],
  [1, -1, ['b', 'a', 'c']],
  [3, -1, ['a', 'b', 'c']],
])('message %i moves by %i', (index, by, expected) => {
  const moved = withMovedMessage(draftWith(message('a'), message('b'), message('c')), index, by)
  expect(moved.webSocket?.messages.map(({ data }) => data)).toEqual(expected)
})

test('a draft of another kind stays as it is', () => {
  const draft = newHttpRequest({ url: 'http://h' })
  for (const changed of [
    withMessage(draft, 0, { data: 'x' }),
    withNewMessage(draft),
    withoutMessage(draft, 0),
    withMovedMessage(draft, 0, 1),
  ])
    expect(changed).toBe(draft)
  expect(messageText(0).read(draft)).toBeNull()
})

test('a message is saved under a title: itself if it had none, else a copy', () => {
  const draft = draftWith(message('a', 'One'), message('b'))
  const titles = (one: typeof draft) => one.webSocket?.messages.map(({ title, data }) => `${title} ${data}`)
  expect(titles(withSavedMessage(draft, 1, 'Two'))).toEqual(['One a', 'Two b'])
  expect(titles(withSavedMessage(draft, 0, 'Two'))).toEqual(['One a', ' b', 'Two a'])
  expect(withSavedMessage(draft, 0, 'One')).toBe(draft)
})

test.each([
  [message('{}', 'Hello'), 0, 'Hello'],
  [message('  a\n b '), 0, 'a b'],
  [message(''), 2, 'Message 3'],
])('%j is called %s', (one, index, title) => {
  expect(messageTitle(one, index)).toBe(title)
})
