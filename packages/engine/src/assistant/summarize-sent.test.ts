import { expect, test } from 'vitest'
import { composeQuestion } from './compose-question.ts'
import { summarizeSent } from './summarize-sent.ts'

test('what was sent is counted by its parts, with the secrets that were masked', async () => {
  const parts = await composeQuestion(
    {
      requestLine: 'GET http://a/',
      requestHeaders: [
        { name: 'Accept', value: '*/*' },
        { name: 'Authorization', value: 'Bearer abcdefgh' },
      ],
      responseLine: 'HTTP/1.1 409 Conflict',
      responseHeaders: [{ name: 'Date', value: 'now' }],
      responseBody: { text: '{"password":"hunter2"}', totalBytes: 22 },
      script: 'pw.test()',
      tests: 'passed: a\nfailed: b: no\nreason',
      timeline: 'Total: 1 ms',
      variables: [{ name: 'base', value: 'x' }],
    },
    { bodyBytes: 1024, hide: text => text },
  )
  expect(summarizeSent(parts)).toBe(
    'request, 2 request headers, script, 1 header, 33 B body, 2 tests, timeline, 1 variable. 2 secrets masked',
  )
  expect(summarizeSent([])).toBe('the question only')
  expect(summarizeSent([{ label: 'constructor', text: '' }])).toBe('the question only')
})
