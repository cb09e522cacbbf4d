import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Writes a workspace with one collection, *Large*, whose requests are in folders: *Request 7-2* is the third of
 * *Folder 7*, and asks `origin` for `/7/2`.
 */
export function writeWorkspace(folder, requests, { inFolder = 20, origin = 'http://localhost' } = {}) {
  const collection = join(folder, 'Large')
  mkdirSync(collection, { recursive: true })
  writeFileSync(join(folder, 'workspace.yml'), 'info:\n  name: Large\n')
  writeFileSync(join(collection, 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Large\n')
  for (let count = 0; count < requests; count += 1) {
    const [at, number] = [Math.floor(count / inFolder), count % inFolder]
    const name = `Folder ${at}`
    if (number === 0) {
      mkdirSync(join(collection, name))
      writeFileSync(join(collection, name, 'folder.yml'), `info:\n  name: ${name}\n  type: folder\n`)
    }
    writeFileSync(
      join(collection, name, `Request ${number}.yml`),
      `info:\n  name: Request ${at}-${number}\n  type: http\nhttp:\n  method: GET\n  url: ${origin}/${at}/${number}\n`,
    )
  }
}
