import { newHttpRequest } from '@parley/model'
import type { ComposedPart } from '@parley/server/contract'
import { expect, test } from 'vitest'
import { createAssistant } from './assistant.ts'
import { isTicked, textOfPart } from './tab-conversation.ts'

const part = (id: ComposedPart['id'], isTickedAtFirst: boolean): ComposedPart => ({
  ...{ id, label: id, text: 'token: ••••••', masked: ['token'], unmaskedText: 'token: t0k3n' },
  isTicked: isTickedAtFirst,
})

function setUp() {
  const asked: Parameters<Parameters<typeof createAssistant>[0]['ask']>[0][] = []
  const calls: Parameters<typeof createAssistant>[0] = {
    compose: async () => ({
      state: 'composed',
      parts: [part('responseBody', true), part('timeline', false)],
    }),
    ask: async question => {
      asked.push(question)
      return { isAsked: true }
    },
    retry: async () => ({ isAsked: true }),
    read: async () => ({
      isAnswering: false,
      turns: [
        { question: '', sent: '', sentSummary: '', answer: 'A', fault: null, canRetry: false, segments: [] },
      ],
    }),
    stop: async () => ({}),
    clear: async () => ({}),
  }
  let ids = 0
  const assistant = createAssistant(calls, {
    windowId: 'window',
    newId: () => {
      ids += 1
      return `id ${ids}`
    },
    describeError: String,
  })
  const shown = (tabId: string) => {
    const tab = assistant.store.getState().tabs[tabId]
    if (tab === undefined) throw new Error(`There is no conversation of ${tabId}`)
    return tab
  }
  const ticked = (tabId: string) =>
    (shown(tabId).parts ?? []).filter(one => isTicked(shown(tabId), one)).map(({ id }) => id)
  return { assistant, shown, ticked, asked }
}

const subjectOf = (sendId: string | null) => ({
  sendId,
  run: null,
  parentId: null,
  request: newHttpRequest(),
})

test('another send has its own ticks, and nothing that looks like a secret is sent without a new one', async () => {
  const { assistant, shown, ticked } = setUp()
  assistant.open('tab', 'response')
  await assistant.compose('tab', subjectOf('first'))
  expect(ticked('tab')).toEqual(['responseBody'])
  assistant.tick('tab', part('timeline', false))
  assistant.reveal('tab', 'responseBody')
  expect(textOfPart(shown('tab'), part('responseBody', true))).toContain('t0k3n')
  await assistant.compose('tab', subjectOf('first'))
  expect(ticked('tab')).toEqual(['responseBody', 'timeline'])
  await assistant.ask('tab', subjectOf('first'))
  // A second question about the same send repeats nothing.
  await assistant.compose('tab', subjectOf('first'))
  assistant.tick('tab', part('timeline', false))
  expect(ticked('tab')).toEqual([])

  await assistant.compose('tab', subjectOf('second'))
  expect(ticked('tab')).toEqual(['responseBody'])
  expect(textOfPart(shown('tab'), part('responseBody', true))).not.toContain('t0k3n')
  const run = { runId: 'run', index: 3 }
  assistant.open('tab', 'runResult', run)
  expect(shown('tab').question).toBe('Explain why this request failed in the run')
  assistant.tick('tab', part('responseBody', true))
  await assistant.compose('tab', { ...subjectOf('second'), run })
  expect(ticked('tab')).toEqual(['responseBody'])
})

test('each tab has its own conversation, which New forgets', async () => {
  const { assistant, shown } = setUp()
  assistant.open('one', 'response')
  assistant.open('two', 'tests')
  assistant.write('two', 'Mine')
  await assistant.compose('one', subjectOf('first'))
  await assistant.ask('one', subjectOf('first'))
  expect(shown('one')).toMatchObject({ question: '', turns: [{ answer: 'A' }] })
  expect(shown('two')).toMatchObject({ question: 'Mine', turns: [] })
  const { conversationId } = shown('one')
  assistant.clear('one')
  expect(shown('one')).toMatchObject({ isOpen: true, turns: [] })
  expect(shown('one').conversationId).not.toBe(conversationId)
  assistant.close('two')
  expect(shown('two')).toMatchObject({ isOpen: false, question: 'Mine' })
})

test('a question that is due is asked of what it was composed of, masked, and leaves what was typed', async () => {
  const { assistant, shown, asked } = setUp()
  assistant.open('tab', 'response')
  await assistant.compose('tab', subjectOf('first'))
  assistant.reveal('tab', 'responseBody')
  assistant.write('tab', 'Typed')
  assistant.open('tab', 'tests', null, true)
  expect(shown('tab')).toMatchObject({ question: 'Typed', dueQuestion: 'Explain the failed tests' })
  const subject = subjectOf('first')
  await assistant.compose('tab', subject)
  expect(shown('tab').composedOf).toBe(subject)
  await assistant.askDue('tab', subject)
  expect(asked).toMatchObject([
    {
      question: 'Explain the failed tests',
      parts: [{ label: 'responseBody', text: 'token: ••••••' }],
      subject,
    },
  ])
  expect(shown('tab')).toMatchObject({ question: 'Typed', dueQuestion: null })
  await assistant.askDue('tab', subject)
  expect(asked).toHaveLength(1)
})

test('a question that is due waits for Ask while an answer arrives', async () => {
  const { assistant, shown, asked } = setUp()
  assistant.open('tab', 'response', null, true)
  const subject = subjectOf('first')
  await assistant.compose('tab', subject)
  const first = assistant.askDue('tab', subject)
  assistant.open('tab', 'response', null, true)
  await assistant.askDue('tab', subject)
  await first
  expect(asked).toHaveLength(1)
  expect(shown('tab')).toMatchObject({ question: 'Explain this response', dueQuestion: null })
})
