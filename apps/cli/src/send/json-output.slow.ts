import { expect, test } from 'vitest'
import { useSendFixture } from './send-fixture.testkit.ts'

const fixture = useSendFixture()

test('--json-output suggests a file if a body is too large for a document', async () => {
  const url = `${fixture.demo.baseUrl}/large-line?bytes=70000000`
  const { code, stdout, stderr } = await fixture.run(['send', '--json-output', url])
  const document = JSON.parse(stdout.toString())
  expect(code).toBe(2)
  expect(document.failure).toEqual({
    kind: 'output',
    code: 'BODY_TOO_LARGE',
    step: 'response',
    address: '',
    sentence: 'The response is larger than 64 MB, which is too much for one JSON document.',
    nextStep: 'Write the body to a file with --output; the document then names the file.',
    received: null,
  })
  expect(stderr).toContain('(BODY_TOO_LARGE)')
  expect(document.response.body.isComplete).toBe(false)
  expect(document.response.body.bytes).toBeLessThanOrEqual(64 * 1024 * 1024)
})
