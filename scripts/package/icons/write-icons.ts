import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { iconSizes, pathOfIcon, scalableIcon } from './icon-files.ts'

/** Writes the icons of all sizes, which are kept in the repository because few machines can draw them. */
const root = fileURLToPath(new URL('../../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'parley-icons-'))
const source = join(folder, 'parley.svg')
writeFileSync(source, scalableIcon(root))
for (const size of iconSizes)
  execFileSync('rsvg-convert', ['-w', String(size), '-h', String(size), '-o', pathOfIcon(root, size), source])
rmSync(folder, { recursive: true })
