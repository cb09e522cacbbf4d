/** What an agent may do by the set-up that the user copies. */
export type SetupAccess = 'readOnly' | 'send' | 'write'

/** What the set-up of an agent says. */
export interface AgentSetup {
  /** The words that start the command line of this Parley. */
  readonly program: readonly string[]
  /** The folder of the workspace. */
  readonly folder: string
  /** The name of an environment; null: none. */
  readonly environment: string | null
  readonly access: SetupAccess
}

const accessOptions: Readonly<Record<SetupAccess, readonly string[]>> = {
  readOnly: ['--read-only'],
  send: [],
  write: ['--allow-write'],
}

/** Returns the set-up as most agents read it, in `.mcp.json` or a file of their own. */
export function printAgentSetup({ program, folder, environment, access }: AgentSetup): string {
  const [command = 'parley', ...first] = program
  const args = [
    ...first,
    'mcp',
    folder,
    ...(environment === null ? [] : ['--env', environment]),
    ...accessOptions[access],
  ]
  const words = args.map(word => JSON.stringify(word)).join(', ')
  return `{
  "mcpServers": {
    "parley": {
      "command": ${JSON.stringify(command)},
      "args": [${words}]
    }
  }
}`
}
