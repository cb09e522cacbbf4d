import { globSync, readFileSync, rmSync } from 'node:fs'
import { findOrInstallPackages, realServerPackages } from '../install/install-locked-packages.mjs'
import { unpackDebianServers } from '../install/unpack-debian-servers.mjs'
import { root, runProgram } from '../run-program.mjs'

const folder = `${root}/test-results/real-servers`

/** Compares Parley with other clients on real servers. Returns what was compared, for docs/compatibility.md. */
export async function realServersSection() {
  unpackDebianServers()
  findOrInstallPackages(...realServerPackages)
  rmSync(folder, { recursive: true, force: true })
  const tests = ['run', '--project', 'slow', 'tests/real-servers']
  const code = await runProgram('vitest/vitest.mjs', tests, { stdio: ['ignore', 2, 2] })
  if (code !== 0) throw new Error('The tests with real servers failed.')
  const rows = globSync('*.json', { cwd: folder })
    .sort()
    .flatMap(file => JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')))
  return `## Real servers

What Parley got from servers that others publish, compared with what another client got by the same requests
(\`tests/real-servers\`).

| server | version | compared with | what is compared | responses | equal |
| --- | --- | --- | --- | --: | --: |
${rows.map(rowText).join('\n')}
`
}

function rowText({ server, version, client, what, compared, equal }) {
  return `| ${server} | ${version} | ${client} | ${what} | ${compared} | ${equal} |`
}
