import '../require-node.mjs'

const { spawn } = await import('node:child_process')
const { once } = await import('node:events')
const { createServer } = await import('node:http')

/**
 * Tries an installed program as a user does, also where Parley's tests do not run: `node scripts/package/try-program.mjs VERSION
 * PROGRAM [ARGUMENT…]`. It prints its version, sends to a server of this machine and serves the page. Exits with 1 if it does not.
 */
const [version, program, ...first] = process.argv.slice(2)
const waitMs = 60_000

try {
  expectEqual('The version', (await ended(['--version'])).trim(), version)
  expectEqual('The body', await sent(), 'hello')
  expectEqual('The title', /<title>(.*?)<\/title>/.exec(await servedPage())?.[1], 'Parley')
  process.stdout.write(`${program} printed its version, sent a request and served the page.\n`)
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

function expectEqual(what, actual, expected) {
  if (actual !== expected) throw new Error(`${what} is ${actual}, not ${expected}.`)
}

function start(args) {
  // Windows starts a .cmd file only in its shell.
  const shell = /\.cmd$/.test(program)
  return spawn(shell ? `"${program}"` : program, [...first, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PARLEY_KEYCHAIN: 'off' },
    shell,
  })
}

async function ended(args) {
  const child = start(args)
  let output = ''
  child.stdout.on('data', bytes => {
    output += bytes
  })
  const [code] = await once(child, 'close', { signal: AbortSignal.timeout(waitMs) })
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}.`)
  return output
}

async function sent() {
  const server = createServer((_request, response) => response.end('hello'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    return await ended(['send', `http://127.0.0.1:${server.address().port}/`])
  } finally {
    server.close()
  }
}

/** Resolves to the page that `parley serve` shows at the address it prints. */
async function servedPage() {
  const child = start(['serve', '--no-open', '--no-demo'])
  try {
    const signal = AbortSignal.timeout(waitMs)
    let output = ''
    for (;;) {
      const [bytes] = await once(child.stdout, 'data', { signal })
      output += bytes
      const address = /http:\/\/127\.0\.0\.1:\d+\/\S*/.exec(output)?.[0]
      if (address !== undefined) return await (await fetch(address)).text()
    }
  } finally {
    await stop(child)
  }
}

/** On Windows the shell between would leave the program running. */
async function stop(child) {
  const closed = once(child, 'close')
  if (process.platform === 'win32') spawn('taskkill', ['/pid', String(child.pid), '/t', '/f'])
  else child.kill('SIGTERM')
  await closed
}
