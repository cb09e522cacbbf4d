import { nodeFiles } from '@parley/files'
import { noIdentityStore } from '../identity/identity-store.ts'
import { openWorkspace } from '../open-workspace.ts'

/**
 * A program that saves `list.yml` of a collection repeatedly, each time longer, until it is killed or the
 * disk is full: `node save-in-a-loop.testkit.ts FOLDER TRASH`.
 */
const [folder = '', trashFolder = ''] = process.argv.slice(2)
const secrets = { read: async () => new Map<string, string>(), write: async () => {} }
const opened = await openWorkspace(
  { files: nodeFiles, secrets, identities: noIdentityStore, trashFolder },
  folder,
)
if (!opened.ok) throw new Error(opened.failure.sentence)
for (let round = 1; ; round += 1) {
  const read = await opened.value.readItem('list.yml')
  if (!read.ok || read.value.entity.kind !== 'http') throw new Error('list.yml is no request.')
  const { entity, version } = read.value
  const docs = `round ${round}\n`.repeat(round * 50)
  const saved = await opened.value.saveItem('list.yml', { entity: { ...entity, docs }, baseVersion: version })
  if (!saved.ok) {
    process.stdout.write(JSON.stringify(saved.failure))
    break
  }
  if (round === 1) process.stdout.write('saving\n')
}
