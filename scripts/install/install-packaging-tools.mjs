import { spawnSync } from 'node:child_process'
import { installDebianPackage } from './install-debian-package.mjs'

/** The programs that each package needs, with the Debian packages that have them. */
const toolsOf = {
  deb: { strip: 'binutils', 'dpkg-deb': 'dpkg' },
  npm: {},
  single: process.platform === 'darwin' ? {} : { strip: 'binutils' },
  windows: { makensis: 'nsis' },
  // What only the tests of packages need.
  checks: { lintian: 'lintian', '7z': 'p7zip-full', unshare: 'util-linux' },
}

/** Installs what the named packages need, where that is possible. Returns the programs that are missing after that. */
export async function installPackagingTools(names) {
  const tools = Object.entries(Object.assign({}, ...names.map(name => toolsOf[name])))
  for (const [program, name] of tools) if (!isInstalled(program)) await installDebianPackage(name)
  return tools.map(([program]) => program).filter(program => !isInstalled(program))
}

const isInstalled = program => spawnSync(program, ['--version']).error === undefined
