import { expect, test } from 'vitest'
import {
  expectOwnFiles,
  fileUses,
  layoutNames,
  layouts,
  type ReportedUse,
} from '../run/places-of-files.testkit.ts'
import { useMcpFixture } from './mcp-fixture.testkit.ts'

const fixture = useMcpFixture()

test.each(layoutNames)('in %s, paths start in the folder of the collection', async layout => {
  const { collections, write } = layouts[layout]
  const files = {
    path: fixture.path,
    write(name: string, content: string | object) {
      fixture.writeFile(name, content)
      return name
    },
    sink: fixture.api,
  }
  await write(files)
  for (const folder of ['ws', ...collections.filter(one => one !== 'ws')]) {
    const agent = await fixture.connect([folder])
    const results: ReportedUse[] = []
    const own = collections.filter(one => one.startsWith(folder))
    for (const collection of own)
      for (const use of fileUses) {
        const path = `${collection}/f/${use}.yml`.slice('ws/'.length)
        const { data } = await agent.call('send_request', { path })
        results.push({ name: use, failure: data.failure })
      }
    expectOwnFiles(files, results, own)
    const run = await agent.call('run_collection', { path: `${own[0]}/f`.slice('ws/'.length) })
    expect(run.data).toMatchObject({ requests: fileUses.length, passed: 4, error: 3 })
  }
})
