import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { useSendFixture } from '../send/send-fixture.testkit.ts'

const fixture = useSendFixture()

/** Every place of the command line where a file or folder is typed. */
test.each([
  ['send', 'URL', '--file', 'nope'],
  ['send', 'URL', '-d', '@nope'],
  ['send', 'URL', '--json', '@nope'],
  ['send', 'URL', '-F', 'a=@nope'],
  ['send', 'URL', '--cacert', 'nope'],
  ['send', 'URL', '--cert', 'nope'],
  ['send', 'URL', '--cert', 'cert.pem', '--key', 'nope'],
  ['send', 'URL', '--cert', 'cert.pem', '--cert-passphrase', '@nope'],
  ['send', 'URL', '--dry-run', '--file', 'nope'],
  ['send', '--curl', '@nope'],
  ['send', '--curl', 'curl URL -F a=@nope'],
  ['send', 'nope.yml'],
  ['send', 'one.yml', '--secret', 'a=@nope'],
  ['send', 'one.yml', '--allow-file', 'nope'],
  ['run', 'nope'],
  ['run', 'one.yml', '--iteration-data', 'nope'],
  ['run', 'one.yml', '--failed-in', 'nope'],
  ['run', 'one.yml', '--secret', 'a=@nope'],
  ['import', 'nope', '--into', 'w'],
  ['export', 'nope', '--to', 'postman'],
  ['explain', 'nope'],
  ['codegen', '--target', 'curl', 'nope.yml'],
  ['codegen', '--target', 'curl', '--curl', '@nope'],
  ['schema', 'nope.yml'],
  ['grpc', 'list', 'HOST', '--cacert', 'nope'],
  ['mcp', 'nope'],
  ['serve', 'nope'],
])('a file that is not there has one sentence: %s %s %s %s %s', async (...words) => {
  writeFileSync(
    fixture.path('one.yml'),
    `info: {name: One, type: http}\nhttp: {method: GET, url: "${fixture.sink.url}"}\n`,
  )
  writeFileSync(fixture.path('cert.pem'), '')
  const { url, port } = fixture.sink
  const typed = words.map(word => word.replace('URL', url).replace('HOST', `127.0.0.1:${port}`))
  const { code, stdout, stderr } = await fixture.run(typed)
  expect(stderr).toMatch(
    /There is no file or folder nope(\.yml)?(, which --allow-file names)?\. Check the path\./,
  )
  expect({ code, stdout: stdout.toString() }).toEqual({ code: 3, stdout: '' })
  expect(fixture.sink.requests).toEqual([])
})
