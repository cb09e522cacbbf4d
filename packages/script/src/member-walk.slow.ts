import { corpus, needs } from '@parley/testkit/needs'
import { describe, expect, test } from 'vitest'
import { introduction, isListHere, page, testMembers } from './member-walk.testkit.ts'

describe('every member that other clients declare', needs(isListHere, corpus), () => {
  const sections = testMembers()

  // Needs what the tests above found; `-u` writes the page.
  test('is listed in docs/scripting-members.md', async () => {
    await expect(`${introduction}\n${sections.join('\n')}`).toMatchFileSnapshot(page)
  })
})
