import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { startRawServer, startSink } from '@parley/testkit'
import { describe, expect, test } from 'vitest'
import { useSendFixture } from './send-fixture.testkit.ts'

const fixture = useSendFixture()

describe('the output of parley send', () => {
  const send = (...args: readonly string[]) => fixture.run(['send', ...args])

  describe('--remote-name', () => {
    test('names the file as the end of the path, and refuses one that exists before it sends', async () => {
      const url = `${fixture.sink.url}/covers/lavinia.png?size=2`
      expect(await send(url, '-O')).toMatchObject({
        code: 0,
        stderr: 'Note: The body is in lavinia.png.\n',
      })
      expect(readdirSync(fixture.folder)).toEqual(['lavinia.png'])
      const { code, stderr } = await send(url, '-O')
      expect({ code, stderr }).toMatchObject({ code: 3, stderr: expect.stringContaining('already exists') })
      expect(fixture.sink.requests).toHaveLength(1)
      expect(await send(url, '-O', '--force')).toMatchObject({ code: 0 })
    })

    test.each([['/'], ['/books/{{id}}'], ['/..%2f'], ['/.hidden/..']])(
      '%s names no file outside the folder',
      async path => {
        const { code } = await send(`${fixture.sink.url}${path}`, '-O', '--var', 'id=../x')
        const names = readdirSync(fixture.folder)
        expect(names.every(name => /^[a-z0-9]/i.test(name))).toBe(true)
        expect(code).toBe(names.length === 0 ? 3 : 0)
      },
    )
  })

  describe('--remote-header-name', () => {
    const answered = (disposition: string, content = 'ok') =>
      startSink(() => ({ statusCode: 200, headers: ['Content-Disposition', disposition], content }))

    test('names the file as the server says, with a number if that name is taken', async () => {
      const server = await answered('attachment; filename="r.pdf"; filename*=UTF-8\'\'r%C3%A9sum%C3%A9.pdf')
      for (const name of ['résumé.pdf', 'résumé (1).pdf']) {
        const { code, stdout, stderr } = await send(server.url, '-J')
        expect({ code, stdout: stdout.toString(), stderr }).toEqual({
          code: 0,
          stdout: '',
          stderr: `Note: The body is in ${name}.\n`,
        })
      }
      expect(readdirSync(fixture.folder).toSorted()).toEqual(['résumé (1).pdf', 'résumé.pdf'])
      const forced = await send(server.url, '-OJ', '--force')
      expect(forced).toMatchObject({ code: 3, stderr: expect.stringContaining('a taken name gets a number') })
      expect(readdirSync(fixture.folder)).toHaveLength(2)
      expect(await send(server.url, '-OJ', '--quiet')).toMatchObject({ code: 0, stderr: '' })
      expect(readdirSync(fixture.folder)).toHaveLength(3)
      await server.close()
    })

    test.each([
      ['../../etc/passwd', 'passwd'],
      ['/abs/file.txt', 'file.txt'],
      ['.bashrc', 'bashrc'],
      ['..', 'books'],
      ['', 'books'],
    ])('a server that names %j gets no other place', async (given, name) => {
      const server = await answered(`attachment; filename="${given}"`)
      expect(await send(`${server.url}/books`, '-J')).toMatchObject({ code: 0 })
      expect(readdirSync(fixture.folder)).toEqual([name])
      await server.close()
    })

    test('an empty body is an empty file, a send that fails is none', async () => {
      const server = await answered('attachment; filename="empty"', '')
      expect(await send(server.url, '-J')).toMatchObject({ code: 0 })
      await server.close()
      expect(await send(server.url, '-J')).toMatchObject({ code: 2 })
      expect(readdirSync(fixture.folder)).toEqual(['empty'])
    })

    test('goes with no other name', async () => {
      const { code, stderr } = await send(fixture.sink.url, '-J', '-o', 'file')
      expect({ code, stderr }).toMatchObject({ code: 3, stderr: expect.stringContaining('only one of them') })
    })
  })

  describe('--output', () => {
    test('writes a new file', async () => {
      const { code, stdout, stderr } = await send(`${fixture.demo.baseUrl}/binary?bytes=300`, '-o', 'new.bin')
      expect({ code, stdout: stdout.toString(), stderr }).toEqual({ code: 0, stdout: '', stderr: '' })
      expect(readFileSync(fixture.path('new.bin'))).toHaveLength(300)
    })

    test('does not overwrite an existing file, and sends nothing (CL5)', async () => {
      writeFileSync(fixture.path('old'), 'old')
      symlinkSync('old', fixture.path('link'))
      symlinkSync('not there', fixture.path('loose'))
      for (const name of ['old', 'link', 'loose']) {
        const { code, stderr } = await send(fixture.sink.url, '-o', name)
        expect(code).toBe(3)
        expect(stderr).toContain(`${name} already exists and was not changed.`)
      }
      expect(readFileSync(fixture.path('old'), 'utf8')).toBe('old')
      expect(readlinkSync(fixture.path('loose'))).toBe('not there')
      expect(existsSync(fixture.path('not there'))).toBe(false)
      const { code, stderr } = await send(fixture.sink.url, '-o', 'none/file')
      expect(code).toBe(3)
      expect(stderr).toContain('none/file cannot be written (ENOENT).')
      expect(fixture.sink.requests).toEqual([])
    })

    test('leaves no file if nothing was sent or received', async () => {
      const gone = await startSink()
      await gone.close()
      expect(await send('http://a b/', '-o', 'file')).toMatchObject({ code: 3 })
      expect(await send(gone.url, '-o', 'file')).toMatchObject({ code: 2 })
      expect(readdirSync(fixture.folder)).toEqual([])
    })

    test('keeps what arrived and says so', async () => {
      const server = await startRawServer('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\npart')
      const { code, stderr } = await send(server.url, '-o', 'file')
      expect(code).toBe(2)
      expect(stderr).toMatch(/What arrived is in file\.\n$/)
      expect(readFileSync(fixture.path('file'), 'utf8')).toBe('part')
      await server.close()
    })

    test('keeps an empty body as an empty file', async () => {
      expect(await send(`${fixture.demo.baseUrl}/status/204`, '-o', 'file')).toMatchObject({ code: 0 })
      expect(lstatSync(fixture.path('file')).size).toBe(0)
    })
  })

  test.each(['-f', '--fail', '--fail-with-body'])(
    '%s exits with 1 from 400 on, and prints the body',
    async option => {
      for (const [status, code] of [
        [200, 0],
        [399, 0],
        [400, 1],
        [404, 1],
        [503, 1],
      ] as const) {
        const result = await send(`${fixture.demo.baseUrl}/status/${status}`, option, '--no-follow')
        const without = await send(`${fixture.demo.baseUrl}/status/${status}`, '--no-follow')
        expect([result.code, without.code]).toEqual([code, 0])
        expect(result.stdout).toEqual(without.stdout)
        if (code === 1)
          expect(result.stderr).toMatch(new RegExp(`^(?:parley: )?The server answered ${status}.*\\.\n$`))
        else expect(result.stderr).toBe('')
      }
    },
  )

  test('a device takes the body without --force', async () => {
    expect(await send(fixture.sink.url, '-o', '/dev/null')).toMatchObject({ code: 0, stderr: '' })
  })

  test('- means standard output', async () => {
    const { code, stdout } = await send(fixture.sink.url, '-o', '-')
    expect({ code, stdout: stdout.toString() }).toEqual({ code: 0, stdout: '{}' })
    expect(readdirSync(fixture.folder)).toEqual([])
  })

  describe('--force', () => {
    test('overwrites a file, and creates a missing one', async () => {
      writeFileSync(fixture.path('old'), 'much longer than the answer')
      symlinkSync('old', fixture.path('link'))
      for (const name of ['link', 'new'])
        expect(await send(fixture.sink.url, '-o', name, '--force')).toMatchObject({ code: 0, stderr: '' })
      expect(readFileSync(fixture.path('old'), 'utf8')).toBe('{}')
      expect(readFileSync(fixture.path('new'), 'utf8')).toBe('{}')
    })

    test('keeps the old file if no response arrived', async () => {
      writeFileSync(fixture.path('old'), 'old')
      const gone = await startSink()
      await gone.close()
      expect(await send(gone.url, '-o', 'old', '--force')).toMatchObject({ code: 2 })
      expect(await send('http://a b/', '-o', 'old', '--force')).toMatchObject({ code: 3 })
      const redirect = `${fixture.demo.baseUrl}/redirect/1`
      const { code, stderr } = await send(redirect, '-o', 'old', '--force', '--max-redirects', '0')
      expect(code).toBe(2)
      expect(stderr).not.toContain('What arrived')
      expect(readFileSync(fixture.path('old'), 'utf8')).toBe('old')
    })

    test('says why it cannot write, and sends nothing', async () => {
      const { code, stderr } = await send(fixture.sink.url, '-o', '.', '--force')
      expect(stderr).toBe('parley: . cannot be written (EISDIR). Give another place to --output.\n')
      expect(code).toBe(3)
      expect(fixture.sink.requests).toEqual([])
    })

    test.skipIf(!existsSync('/dev/full'))('writes to devices; a full one exits with 2', async () => {
      expect(await send(fixture.sink.url, '-o', '/dev/null', '--force')).toMatchObject({
        code: 0,
        stderr: '',
      })
      const { code, stderr } = await send(fixture.sink.url, '-o', '/dev/full', '--force')
      expect(stderr).toContain('parley: /dev/full cannot be written. (ENOSPC)\nFree some space')
      expect(code).toBe(2)
    })
  })
})
