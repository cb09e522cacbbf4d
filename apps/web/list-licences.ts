import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
// @ts-expect-error A script of the repository, which has no types.
import { thirdPartyNotices } from '../../scripts/third-party-notices.mjs'

/**
 * Returns the plugins for the page and for its workers, which write the licences of all packages that either
 * contains next to the page, as those packages demand. A package without a licence ends the build.
 */
export function listLicences(): { page: Plugin; worker: () => Plugin } {
  const modules = new Set<string>()
  let folder = ''
  const collect = (name: string): Plugin => ({
    name,
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk') for (const id of chunk.moduleIds) modules.add(id.replace(/\?.*$/, ''))
    },
  })
  return {
    worker: () => collect('collect-modules-of-workers'),
    page: {
      ...collect('list-licences'),
      configResolved({ root, build }) {
        folder = join(root, build.outDir)
      },
      async closeBundle() {
        await writeFile(join(folder, 'THIRD-PARTY-NOTICES.txt'), thirdPartyNotices([...modules].sort()))
      },
    },
  }
}
