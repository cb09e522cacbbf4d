import { newHttpRequest, noScripts, row } from '@parley/model'
import { expect, test } from 'vitest'
import { withProposal } from './apply-proposal.ts'

const draft = newHttpRequest({
  method: 'GET',
  url: 'http://h/a?x=1',
  headers: [row('Accept', 'text/plain'), row('X-Own', 'yes')],
  scripts: { ...noScripts, postResponse: "pw.test('a', () => {})\n" },
})

test('a request keeps what a proposal does not name', () => {
  const changed = withProposal(draft, {
    kind: 'request',
    url: 'http://h/a?x=2&y=3',
    headers: [{ name: 'accept', value: 'application/json' }],
    body: '{"a":1}',
  })
  expect(changed).toMatchObject({
    method: 'GET',
    url: 'http://h/a?x=2&y=3',
    params: [
      { name: 'x', value: '2' },
      { name: 'y', value: '3' },
    ],
    headers: [{ name: 'X-Own' }, { name: 'accept', value: 'application/json' }],
    body: { type: 'raw', language: 'json', text: '{"a":1}' },
    scripts: draft.scripts,
  })
})

test('a test is added to the script, and a script replaces it', () => {
  expect(withProposal(draft, { kind: 'test', text: "pw.test('b', () => {})" }).scripts.postResponse).toBe(
    "pw.test('a', () => {})\n\npw.test('b', () => {})",
  )
  const script = { kind: 'script', phase: 'preRequest', text: 'let a' } as const
  expect(withProposal(draft, script).scripts).toEqual({ ...draft.scripts, preRequest: 'let a' })
})

test('a test that was applied is not added again', () => {
  const draft = newHttpRequest({ scripts: { ...noScripts, postResponse: 'first()' } })
  const once = withProposal(draft, { kind: 'test', text: 'second()\n' })
  expect(once.scripts.postResponse).toContain('second()')
  expect(withProposal(once, { kind: 'test', text: 'second()\n' })).toBe(once)
})

test('a variable belongs to the request, and a description is its docs', () => {
  const once = withProposal(draft, { kind: 'variable', name: 'a', value: '1' })
  expect(withProposal(once, { kind: 'variable', name: 'a', value: '2' }).variables).toMatchObject([
    { name: 'a', value: { text: '2' } },
  ])
  expect(withProposal(draft, { kind: 'description', text: '# Orders' }).docs).toBe('# Orders')
})
