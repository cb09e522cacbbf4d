import { expect, test } from 'vitest'
import { testEndlessScripts } from './sandbox-limits.testkit.ts'
import { sendWithScripts, sessionTexts } from './script-fixture.testkit.ts'

testEndlessScripts()

test('bru.sleep sleeps at most 3 seconds and continues', async () => {
  const { session, error } = await sendWithScripts({
    pre: 'const t = Date.now(); await bru.sleep(60000); tool.environment.set("slept", Math.round((Date.now() - t) / 1000))',
  })
  expect(error).toBeNull()
  expect(sessionTexts(session).slept).toBe('3')
})

test('a body of 5 MB passes', async () => {
  const { error, sent } = await sendWithScripts({ pre: 'req.setBody("a".repeat(5 * 1024 * 1024))' })
  expect(error).toBeNull()
  expect(sent).not.toBeNull()
})
