import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'

/** Adds the prompts "Test this endpoint" and "Explain last failure". */
export function addPrompts(server: McpServer): void {
  server.registerPrompt(
    'test-this-endpoint',
    {
      title: 'Test this endpoint',
      description: 'Send a saved request with typical and unusual values, and report what is wrong.',
      argsSchema: z.object({ path: z.string().describe('the path of the request') }),
    },
    ({ path }) =>
      asUser(
        `Read the saved request “${path}” with get_request, then send it with send_request: once as it is, then with variables at their limits, empty and of the wrong type. Report each response that is wrong or surprising, with the variables that led to it.`,
      ),
  )
  server.registerPrompt(
    'explain-last-failure',
    { title: 'Explain last failure', description: 'Explain why the last send or run failed.' },
    () =>
      asUser(
        'Find the last send or run that failed with list_history, read it with get_run, and the request with get_request. Explain why it failed and what to change. Change nothing.',
      ),
  )
}

function asUser(text: string) {
  return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] }
}
