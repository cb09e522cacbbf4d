import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppData, fileSecrets } from '@parley/appdata'
import { nodeFiles } from '@parley/files'
import type { Result } from '@parley/model'
import { openWorkspace } from '@parley/workspace'

/**
 * Writes a workspace and its app data as an older Parley left them: a secret `key` with a value on this
 * device, which `workspace.yml` allows to scripts and for which this device has no decision. No server may
 * run on the app data.
 */
export async function writeOlderPermission(appDataFolder: string, workspaceFolder: string): Promise<void> {
  mkdirSync(appDataFolder, { recursive: true, mode: 0o700 })
  mkdirSync(join(workspaceFolder, 'Shop'), { recursive: true })
  const file = join(workspaceFolder, 'workspace.yml')
  writeFileSync(file, 'opencollection: 1.0.0\ninfo:\n  name: Older\n  type: workspace\n')
  writeFileSync(
    join(workspaceFolder, 'Shop', 'opencollection.yml'),
    'opencollection: 1.0.0\ninfo:\n  name: Shop\n',
  )
  const appData = unwrap(await AppData.open(appDataFolder, { keychain: async () => null, ownThread: false }))
  const secrets = fileSecrets(appData.secrets)
  const identities = appData.identitiesOf(
    await appData.workspaceKeys.keyOf(workspaceFolder, async () => null),
  )
  const trashFolder = join(appDataFolder, 'trash')
  const workspace = unwrap(
    await openWorkspace({ files: nodeFiles, secrets, identities, trashFolder }, workspaceFolder),
  )
  const { entity, version } = unwrap(await workspace.readWorkspaceFile())
  const key = { secret: true, name: 'key', enabled: true, allowedToScripts: false } as const
  const secretVariables = new Map([['key', 'value']])
  unwrap(
    await workspace.saveWorkspaceFile({
      entity: { ...entity, variables: [key] },
      baseVersion: version,
      secretVariables,
    }),
  )
  const row = (await identities.load()).entries.find(one => one.path === 'workspace.yml')
  if (row === undefined) throw new Error('workspace.yml has no ID')
  // An older Parley stored only the value.
  await secrets.write(row.id, new Map([['variables.key', 'value']]))
  await appData.close()
  appendFileSync(file, 'extensions:\n  parley:\n    allowedToScripts: [key]\n')
}

function unwrap<Value>(result: Result<Value, unknown>): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.failure))
  return result.value
}
