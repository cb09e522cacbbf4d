import { expect, test } from 'vitest'
import { nextStepFor } from './next-step.ts'

test.each([
  ['REQUEST_TIMEOUT', '--timeout'],
  ['TOO_MANY_REDIRECTS', '--max-redirects'],
  ['HTTP2_NOT_SPOKEN', '--http'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', '--cacert'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', '--cacert'],
])('the next step after %s names %s', (code, name) => {
  expect(nextStepFor(code, 'common')).toContain(name)
})

test.each(['ECONNREFUSED', 'constructor', '__proto__'])('%s has the common next step', code => {
  expect(nextStepFor(code, 'common')).toBe('common')
})
