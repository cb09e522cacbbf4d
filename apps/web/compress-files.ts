import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /\.(?:css|js|mjs|svg|txt)$/

/** Compressing costs less than it saves from about one packet on. */
const leastBytes = 1400

/** The forms in which browsers take files, and what they add to the name. */
const forms = [
  // The highest quality would take ten times as long for a twentieth of the size.
  ['.br', promisify(brotliCompress), { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }],
  ['.gz', promisify(gzip), { level: 9 }],
] as const

/** Writes compressed forms beside the built files, which the server sends as they are. */
export function compressFiles(): Plugin {
  let folder = ''
  return {
    name: 'compress-files',
    apply: 'build',
    configResolved({ root, build }) {
      folder = join(root, build.outDir, build.assetsDir)
    },
    async closeBundle() {
      const names = (await readdir(folder)).filter(name => compressible.test(name))
      await Promise.all(names.map(name => compressFile(join(folder, name))))
    },
  }
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path)
  if (content.byteLength < leastBytes) return
  for (const [ending, compress, options] of forms) {
    const compressed = await compress(content, options)
    if (compressed.byteLength < content.byteLength) await writeFile(path + ending, compressed)
  }
}
