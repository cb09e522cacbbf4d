import { waitFor } from '@parley/testkit'
import type { useMcpFixture } from './mcp-fixture.testkit.ts'

/** Starts the program, and returns its address and token as it prints them. */
export async function listening(fixture: ReturnType<typeof useMcpFixture>) {
  const raw = fixture.startRaw([...fixture.writeApi(), '--http', '0'])
  const printed = await waitFor(
    () => /Listening on (http:\/\/127\.0\.0\.1:(\d+)\/mcp)\nAuthorization: (Bearer \S+)\n/.exec(raw.stderr()),
    () => `an address (${raw.stderr()})`,
  )
  const [, url = '', port = '', authorization = ''] = printed
  return { raw, url, port, authorization }
}
