import { needs } from '@parley/testkit/needs'
import { describe, expect, test } from 'vitest'
import { hasTerminals, runInTerminal } from './run-in-terminal.testkit.ts'
import { bundledProgram } from './run-program.testkit.ts'
import { useSendFixture } from './send/send-fixture.testkit.ts'

const fixture = useSendFixture()

describe('--pager on a real terminal', needs(hasTerminals, 'the program script'), () => {
  const send = (env: Readonly<Record<string, string>>, url = fixture.sink.url) =>
    runInTerminal([process.execPath, bundledProgram, 'send', '--pager', url], {
      cwd: fixture.folder,
      env: { NO_COLOR: '1', ...env },
    })

  test('the body is shown by the program that PAGER names, with its options', async () => {
    const run = send({ PAGER: "sed -e 's/^/paged: /'" })
    expect(await run.ended).toBe(0)
    expect(run.shown()).toBe('paged: {}\r\n')
  })

  test('a pager that is left early ends the send without a message', async () => {
    const run = send({ PAGER: 'true' })
    expect(await run.ended).toBe(0)
    expect(run.shown()).toBe('')
  })

  test('Ctrl+C is left to the pager, which keeps the terminal until it ends', async () => {
    const run = send({
      PAGER: `sh -c 'trap "echo interrupted" INT; cat; echo paging; until read line </dev/tty; do :; done; echo "left with $line"' 3`,
    })
    await expect.poll(run.shown).toContain('paging')
    run.type('\x03')
    await expect.poll(run.shown).toContain('interrupted')
    run.type('q\r')
    expect(await run.ended).toBe(0)
    expect(run.shown()).toContain('left with q')
  })

  test('Ctrl+C while the response arrives ends the send, and the pager shows what there is', async () => {
    const run = send({ PAGER: 'cat' }, `${fixture.demo.baseUrl}/events?count=0`)
    await expect.poll(run.shown).toContain('bookId')
    run.type('\x03')
    expect(await run.ended).toBe(130)
  })

  test('without the program a note says so, and the body is shown', async () => {
    const run = send({ PAGER: 'no-such-pager -x' })
    expect(await run.ended).toBe(0)
    expect(run.shown()).toBe('Note: There is no pager. Set PAGER to the one that you have.\r\n{}\r\n')
  })
})
