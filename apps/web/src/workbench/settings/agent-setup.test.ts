import { expect, test } from 'vitest'
import { printAgentSetup } from './agent-setup.ts'

const setup = {
  program: ['/usr/bin/node', '/opt/parley/parley.js'],
  folder: 'C:\\my "apis"',
  environment: null,
  access: 'send',
} as const

test.each([
  [{}, ['/opt/parley/parley.js', 'mcp', 'C:\\my "apis"']],
  [{ environment: 'Staging' }, ['/opt/parley/parley.js', 'mcp', 'C:\\my "apis"', '--env', 'Staging']],
  [{ access: 'readOnly' }, ['/opt/parley/parley.js', 'mcp', 'C:\\my "apis"', '--read-only']],
  [{ access: 'write' }, ['/opt/parley/parley.js', 'mcp', 'C:\\my "apis"', '--allow-write']],
  [{ program: ['parley'] }, ['mcp', 'C:\\my "apis"']],
] as const)('the set-up with %j starts parley mcp', (change, args) => {
  const { program } = { ...setup, ...change }
  expect(JSON.parse(printAgentSetup({ ...setup, ...change }))).toEqual({
    mcpServers: { parley: { command: program[0], args } },
  })
})
