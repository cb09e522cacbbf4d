import { readFileSync, rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type PackageName, packageNames } from '../../scripts/package/make-packages.ts'
import { buildPackage, hasProgram } from '../packages/built-package.testkit.ts'

const tools: Readonly<Record<PackageName, readonly string[]>> = {
  deb: ['dpkg-deb', 'strip'],
  npm: ['npm'],
  single: ['strip'],
  windows: ['makensis'],
}

const isPossible = (name: PackageName) =>
  process.platform === 'linux' && process.arch === 'x64' && tools[name].every(hasProgram)

test.for(packageNames)(
  'the package %s has the same bytes whoever makes it, where and when',
  { timeout: 300_000 },
  async (name, { skip, task }) => {
    if (!isPossible(name)) task.meta.needs = tools[name].join(' and ')
    skip(!isPossible(name))
    const made: Buffer[] = []
    const { TZ } = process.env
    const umask = process.umask()
    try {
      for (const [mask, zone] of [
        [0o022, 'UTC'],
        [0o077, 'Asia/Tokyo'],
      ] as const) {
        process.umask(mask)
        process.env.TZ = zone
        const { path, folder } = await buildPackage(name)
        made.push(readFileSync(path))
        rmSync(folder, { recursive: true })
      }
    } finally {
      process.umask(umask)
      if (TZ === undefined) delete process.env.TZ
      else process.env.TZ = TZ
    }
    expect(made[0]?.byteLength).toBeGreaterThan(name === 'npm' ? 5e6 : 20e6)
    expect(Buffer.compare(made[0] ?? Buffer.of(1), made[1] ?? Buffer.of(2))).toBe(0)
  },
)
