import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { needs } from '@parley/testkit/needs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { missingForDesktop } from '../../e2e/support/desktop/desktop-session.ts'
import {
  buildPackage,
  filesIn,
  hasProgram,
  listedFiles,
  runAlone,
  useProgram,
} from './built-package.testkit.ts'
import { loadPage, useDesktop } from './use-in-windows.testkit.ts'

const isPossible = process.platform === 'linux' && process.arch === 'x64' && hasProgram('strip')
const tools = 'strip on Linux x64 (apt-get install binutils)'

describe('the one file for Linux x64', { ...needs(isPossible, tools), timeout: 300_000 }, () => {
  let folder = ''
  let program = ''
  let count = 0
  beforeAll(async () => {
    const built = await buildPackage('single')
    folder = built.folder
    program = built.path
  }, 300_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** An empty home folder, and the environment with it. */
  function newHome(name = `home ${count}`) {
    count += 1
    const home = join(folder, name)
    mkdirSync(home, { recursive: true })
    return { home, env: { HOME: home, PATH: '/usr/bin:/bin' } }
  }

  const programsIn = (home: string) => join(home, '.cache/parley/programs')

  test('is at most 150 MB', () => {
    expect(statSync(program).size).toBeLessThanOrEqual(150e6)
  })

  test('sends, runs scripts, serves the page and agents, from any folder and whatever its path', async () => {
    const { home, env } = newHome('a home with "quotes", \'others\' and\na newline')
    const copy = join(home, 'my "parley"\n0.1')
    copyFileSync(program, copy)
    chmodSync(copy, 0o755)
    await useProgram(copy, home, { ...env, NODE_OPTIONS: '--no-such-option' })
  })

  test(
    'has a page that loads in Chromium',
    needs(hasProgram('chromium'), 'Chromium (apt-get install chromium)'),
    async () => {
      const { home, env } = newHome()
      await loadPage(program, home, env)
    },
  )

  const missing = missingForDesktop()
  test(
    'shows its window, sends in it and ends with it',
    needs(missing.length === 0, `${missing.join(', ')} (apt-get install)`),
    async () => {
      await useDesktop(program)
    },
  )

  test('contains page, script images, licences and a list of its contents', async () => {
    const { home, env } = newHome()
    expect(await runAlone(program, ['--version'], env)).toMatchObject({ code: 0, stderr: '' })
    const [hash = ''] = readdirSync(programsIn(home)).filter(name => /^[0-9a-f]{64}$/.test(name))
    const unpacked = join(programsIn(home), hash)
    const list = readFileSync(join(unpacked, 'CONTENTS.txt'), 'utf8')
    for (const path of [
      'dist/page/index.html',
      'dist/sandbox/quickjs.wasm',
      'dist/desktop/dist/main.js',
      'node_modules/@webviewjs/webview-linux-x64-gnu/webview.linux-x64-gnu.node',
      'NODE-LICENSE.txt',
    ]) {
      expect(list).toContain(`  ${path}\n`)
      expect(existsSync(join(unpacked, path))).toBe(true)
    }
    expect(readFileSync(join(unpacked, 'dist/page/THIRD-PARTY-NOTICES.txt'), 'utf8')).toMatch(
      /^react .* \(MIT\)$/m,
    )
    const others = readdirSync(programsIn(home)).filter(name => name !== hash)
    expect(others).toEqual([])
  })

  test('unpacks what the list next to it says, and is removed without a trace but its data', async () => {
    const { home, env } = newHome()
    const copy = join(home, 'parley')
    copyFileSync(program, copy)
    await useProgram(copy, home, env)
    const [hash = ''] = readdirSync(programsIn(home))
    expect(listedFiles(program, join(programsIn(home), hash))).toEqual({ missing: [], unlisted: [] })
    const own = ['c.json', 'opencollection.yml']
    for (const one of [copy, join(home, '.cache/parley'), ...own.map(name => join(home, name))])
      rmSync(one, { recursive: true })
    const left = filesIn(home).filter(name => !/^\.(?:local\/share|config)\/parley\//.test(name))
    expect(left).toEqual([])
  })

  test('two starts in the same second both work (DT1)', async () => {
    const { home, env } = newHome()
    const ends = await Promise.all([1, 2].map(() => runAlone(program, ['--version'], env)))
    expect(ends.map(({ code, stderr }) => [code, stderr])).toEqual([
      [0, ''],
      [0, ''],
    ])
    expect(readdirSync(programsIn(home))).toHaveLength(1)
  })

  test('never runs what was planted in its cache (DT1)', async () => {
    const { home, env } = newHome()
    await runAlone(program, ['--version'], env)
    const [hash = ''] = readdirSync(programsIn(home))
    const planted = join(programsIn(home), hash, 'dist/parley.js')
    writeFileSync(planted, `process.stdout.write('planted\\n')`)
    const { stdout } = await runAlone(program, ['--version'], env)
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
    expect(readFileSync(planted, 'utf8')).not.toContain('planted')
  })

  test('runs without HOME if XDG_CACHE_HOME names the folder of caches', async () => {
    const { home } = newHome()
    const withCache = { PATH: '/usr/bin:/bin', XDG_CACHE_HOME: home }
    expect(await runAlone(program, ['--version'], withCache)).toMatchObject({ code: 0, stderr: '' })
  })

  test(
    'a full or a read-only cache is a sentence, and leaves nothing behind (DT1)',
    needs(
      process.getuid?.() === 0 && hasProgram('unshare'),
      'the rights of root and unshare (apt-get install util-linux)',
    ),
    async () => {
      const { home } = newHome()
      const inNamespace = (options: string) =>
        runAlone(
          'unshare',
          [
            '-m',
            'sh',
            '-c',
            'mount -t tmpfs -o "$2" tmpfs "$1" && XDG_CACHE_HOME="$1" "$3" --version; code=$?; ls -A "$1/parley/programs" 2>/dev/null; exit $code',
            'sh',
            home,
            options,
            program,
          ],
          { HOME: home, PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
        )
      const full = await inNamespace('size=4m')
      expect(full).toMatchObject({ code: 3, stdout: '' })
      expect(full.stderr).toMatch(
        /^Parley could not unpack its files into .*: the disk is full \(ENOSPC\)\. Free some space on the disk and try again\.\n$/,
      )
      const readOnly = await inNamespace('ro')
      expect(readOnly).toMatchObject({ code: 3, stdout: '' })
      expect(readOnly.stderr).toMatch(/the disk is read-only \(EROFS\)\. Set XDG_CACHE_HOME to a folder/)
    },
  )
})
