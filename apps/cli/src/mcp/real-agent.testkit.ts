import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OlderStdio } from '@modelcontextprotocol/sdk/client/stdio.js'
import { bundledProgram } from '../run-program.testkit.ts'
import {
  type Agent,
  agentOf,
  type ClientKind,
  clientKinds,
  type useMcpFixture,
} from './mcp-fixture.testkit.ts'

/** Connects an official client to the installed program, which the client starts. */
export async function connectToProgram(
  fixture: ReturnType<typeof useMcpFixture>,
  args: readonly string[],
  kind: ClientKind = '2.4.0, which negotiates',
): Promise<Agent> {
  const server = {
    command: process.execPath,
    args: [bundledProgram, 'mcp', ...args],
    cwd: fixture.path('.'),
    env: { PATH: process.env.PATH ?? '', ...fixture.env() },
    stderr: 'pipe' as const,
  }
  const client = clientKinds[kind]()
  const transport = client instanceof OlderClient ? new OlderStdio(server) : new StdioClientTransport(server)
  let stderr = ''
  transport.stderr?.on('data', chunk => {
    stderr += chunk
  })
  await (client instanceof OlderClient ? client.connect(transport) : client.connect(transport))
  const agent = agentOf(client, () => stderr)
  fixture.closeLater(agent)
  return agent
}
