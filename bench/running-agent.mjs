import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { residentMb } from './process-usage.mjs'

/** Starts `parley mcp` with the app data of a folder, and shakes hands. */
export async function startAgent(folder, words, ofNode = []) {
  const child = spawn(process.execPath, [...ofNode, 'apps/cli/dist/parley.js', 'mcp', ...words], {
    env: { PATH: process.env.PATH, PARLEY_HOME: join(folder, 'home'), PARLEY_KEYCHAIN: 'off', HEAP: folder },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const waiting = new Map()
  createInterface({ input: child.stdout }).on('line', line => {
    const { id, result, error } = JSON.parse(line)
    waiting.get(id)?.(result ?? error)
    waiting.delete(id)
  })
  let last = 0
  const ask = (method, params) => {
    last += 1
    const id = last
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    return new Promise(resolve => waiting.set(id, resolve))
  }
  await ask('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1' },
  })
  return {
    async call(name, args) {
      const result = await ask('tools/call', { name, arguments: args })
      if (result.isError !== false) throw new Error(JSON.stringify(result).slice(0, 500))
    },
    residentMb: () => residentMb(child.pid),
    /** Resolves to the size of the heap after a collection, with what it holds outside of itself. */
    async collectedMb() {
      child.kill('SIGUSR2')
      const path = join(folder, `heap-${child.pid}`)
      while (!existsSync(path)) await new Promise(resolve => setTimeout(resolve, 20))
      const bytes = Number(readFileSync(path, 'utf8'))
      rmSync(path)
      return bytes / 1024 / 1024
    },
    pid: child.pid,
    end: () => child.stdin.end(),
  }
}
