import { expect, test } from 'vitest'
import { runsAsRoot, sandboxArguments } from './chromium-sandbox.ts'

test.each([
  { user: 'root', id: 0, args: ['--no-sandbox', '--test-type'] },
  { user: 'another user', id: 1000, args: [] },
])('Chromium as $user starts with $args', ({ id, args }) => {
  expect(sandboxArguments(runsAsRoot(id))).toEqual(args)
})
